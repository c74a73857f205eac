import { Select } from "@mantine/core";

interface Props {
  label: string;
  /** What an empty filter stands for: "Every state". */
  all: string;
  /** Empty when nothing is filtered. */
  value: string;
  onChange: (value: string) => void;
  data: { value: string; label: string }[];
  w: number;
  searchable?: boolean;
}

/** One filter above a list: a choice, or everything. */
export function FilterSelect({ label, all, value, onChange, ...rest }: Props) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      clearable
      clearButtonProps={{ "aria-label": all }}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      {...rest}
    />
  );
}
