import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string; disabled?: boolean }[];
  visibleLabel?: boolean;
  size?: string;
  className?: string;
  disabled?: boolean;
}

/** One of a few: the system's own list, which every keyboard and reader knows. */
export function Pick({ label, value, onChange, options, visibleLabel, size = "xs", className, disabled }: Props): ReactElement {
  return (
    <NativeSelect
      size={size}
      className={className ?? ""}
      disabled={disabled ?? false}
      {...(visibleLabel ? { label } : { "aria-label": label })}
      value={value}
      data={options}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
