import { ActionIcon, Tooltip } from "@mantine/core";
import type { ComponentPropsWithRef, ReactElement } from "react";
import { Icon, type IconName } from "./icons.tsx";

interface Props extends Omit<ComponentPropsWithRef<"button">, "color" | "size" | "style"> {
  icon: IconName;
  label: string;
  busy?: boolean;
  pressed?: boolean;
  color?: string;
  size?: "sm" | "md" | "lg";
  hint?: string;
}

/** A button with a picture; its name is said to those who do not see it, and on hovering. */
export function IconButton(props: Props): ReactElement {
  const { icon, label, disabled, busy, pressed, color = "gray", size = "md", hint, ...rest } = props;
  return (
    <Tooltip label={hint ?? label} openDelay={400}>
      <ActionIcon
        {...rest}
        variant={pressed ? "light" : "subtle"}
        color={color}
        size={size}
        aria-label={label}
        {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
        disabled={disabled ?? false}
        loading={busy ?? false}
      >
        <Icon name={icon} size={size === "sm" ? 14 : 16} />
      </ActionIcon>
    </Tooltip>
  );
}
