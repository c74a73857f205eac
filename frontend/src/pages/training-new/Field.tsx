import { NumberInput, Select, Switch, TextInput } from "@mantine/core";
import type { FieldAbout } from "../../training/types";

interface Props {
  field: FieldAbout;
  value: string | number | boolean;
  error: string;
  onChange: (value: string | number | boolean) => void;
}

/** One setting, asked for as its kind asks. */
export function Field({ field, value, error, onChange }: Props) {
  const common = { label: field.label, description: field.help || undefined };
  if (field.type === "bool") {
    return (
      <Switch
        {...common}
        checked={value === true}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (field.type === "choice") {
    return (
      <Select
        {...common}
        allowDeselect={false}
        value={String(value)}
        error={error}
        onChange={(chosen) => onChange(chosen ?? "")}
        data={(field.choices ?? []).map((choice) => ({
          value: choice,
          label: choice === "" ? "none" : choice,
        }))}
      />
    );
  }
  if (field.type === "int") {
    return (
      <NumberInput
        {...common}
        value={value as number | string}
        error={error}
        suffix={field.unit ? ` ${field.unit}` : undefined}
        thousandSeparator=","
        allowDecimal={false}
        onChange={onChange}
      />
    );
  }
  // Small numbers are read and typed as 3e-4: a field for text that is checked.
  return (
    <TextInput
      {...common}
      inputMode={field.type === "float" ? "decimal" : undefined}
      value={String(value)}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
