import type { ReactElement } from "react";
import { visibleName } from "../text/visible.ts";

/** A name that a peer chose: on one line, cut where there is no room, with nothing hidden in it. */
export function Name({ of, className }: { of: string | null | undefined; className?: string }): ReactElement {
  const text = visibleName(of);
  return (
    <bdi className={`name ${className ?? ""}`} title={text.length > 24 ? text : undefined}>
      {text}
    </bdi>
  );
}
