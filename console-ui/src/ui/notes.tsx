import type { ReactElement, ReactNode } from "react";
import type { ApiError } from "../api/client.ts";
import { visibleText } from "../text/visible.ts";
import { Icon, type IconName } from "./icons.tsx";

/** Why something was refused, and what to do. */
export function Refusal({ error }: { error: ApiError | string | null | undefined }): ReactElement | null {
  if (!error) return null;
  const message = typeof error === "string" ? error : error.message;
  const hint = typeof error === "string" ? undefined : error.hint;
  return (
    <div className="note problem" role="alert">
      <Icon name="warning" />
      <div>
        <div>{visibleText(message)}</div>
        {hint ? <div className="dim">{visibleText(hint)}</div> : null}
      </div>
    </div>
  );
}

type Tone = "info" | "warn" | "problem" | "good";

export function Note({ tone = "info", icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }): ReactElement {
  return (
    <div className={`note ${tone}`}>
      {icon ? <Icon name={icon} /> : null}
      <div className="grow">{children}</div>
    </div>
  );
}

/** What to say where there is nothing to show. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
