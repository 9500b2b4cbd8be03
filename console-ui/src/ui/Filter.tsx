import { TextInput } from "@mantine/core";
import { useRef, type ReactElement } from "react";
import { useKeys } from "../app/keys.ts";
import { Icon } from "./icons.tsx";

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
  placeholder?: string;
}

/** The field that narrows a list; `/` goes there. */
export function Filter({ label, value, onChange, onKeyDown, placeholder }: Props): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useKeys({
    "/": () => {
      field.current?.focus();
      field.current?.select();
    },
  });
  return (
    <TextInput
      ref={field}
      type="search"
      size="xs"
      aria-label={label}
      placeholder={placeholder ?? `${label}  ( / )`}
      leftSection={<Icon name="search" size={14} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && value !== "") {
          onChange("");
          event.stopPropagation();
        } else onKeyDown?.(event);
      }}
    />
  );
}
