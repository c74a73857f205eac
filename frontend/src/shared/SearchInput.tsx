import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "./shortcuts";

interface Props {
  value: string;
  onChange: (value: string) => void;
  label: string;
}

/** Searches while typing, a moment after the last key; `/` brings the cursor here. */
export function SearchInput({ value, onChange, label }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const report = useDebouncedCallback(onChange, 300);
  useEffect(() => setTyped(value), [value]);
  useShortcuts("Lists", [{ keys: "/", label: "Search", run: () => field.current?.focus() }]);

  function type(text: string) {
    setTyped(text);
    report(text);
  }

  return (
    <TextInput
      ref={field}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.7} />}
      rightSection={
        typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type("")} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      style={{ flex: "1 1 14rem", maxWidth: 360 }}
    />
  );
}
