import type { ReactElement } from "react";
import type { Call } from "../api/types.ts";
import { go } from "../app/route.ts";
import { clockWithMillis, duration, size } from "../text/format.ts";
import { visibleName } from "../text/visible.ts";
import { trafficLog, useTraffic } from "../traffic/log.ts";
import { DIRECTION_WORDS, STATUS_WORDS } from "../traffic/words.ts";

/** What went over the wire for one call. */
export function CallTraffic({ call }: { call: Call }): ReactElement {
  useTraffic();
  const ids = new Set(call.traffic ?? []);
  const rows = trafficLog.all().filter((row) => ids.has(row.id) || row.call === call.id);
  if (rows.length === 0) return <p className="dim">Nothing of it is kept any more.</p>;
  return (
    <ul className="plain-list call-traffic" aria-label="Traffic of this call">
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" className="link mono" onClick={() => go("traffic", row.id)}>
            {clockWithMillis(row.at)} {DIRECTION_WORDS[row.direction]} {visibleName(row.method ?? row.kind)} {STATUS_WORDS[row.status ?? "none"]} {duration(row.tookMs)}{" "}
            {size(row.bytes)}
          </button>
        </li>
      ))}
    </ul>
  );
}
