import type { ReactElement, ReactNode } from "react";

export type ChipTone = "plain" | "good" | "warn" | "bad" | "info";

/** A small word about something. */
export function Chip({ tone = "plain", title, children }: { tone?: ChipTone; title?: string; children: ReactNode }): ReactElement {
  return (
    <span className={`chip ${tone}`} title={title}>
      {children}
    </span>
  );
}
