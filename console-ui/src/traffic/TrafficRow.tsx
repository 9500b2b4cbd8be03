import { memo, type ReactElement } from "react";
import type { Row } from "../api/types.ts";
import { useServerName } from "../state/names.ts";
import { clockWithMillis, duration, size } from "../text/format.ts";
import { visibleName } from "../text/visible.ts";
import { DIRECTION_NAMES, DIRECTION_WORDS, STATUS_WORDS } from "./words.ts";

export const ROW_PX = 24;

const COLUMNS = ["Time", "Server", "Direction", "Method", "Id", "Status", "Duration", "Size"];

export function TrafficHeader(): ReactElement {
  return (
    <div role="rowgroup">
      <div role="row" className="traffic-row head">
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader" className={column === "Duration" || column === "Size" ? "number" : undefined}>
            {column === "Direction" ? <span className="sr-only">Direction</span> : column}
          </span>
        ))}
      </div>
    </div>
  );
}

interface Props {
  row: Row;
  index: number;
  chosen: boolean;
  choose: (row: Row) => void;
}

/** One exchange on one line. */
export const TrafficRow = memo(function TrafficRow({ row, index, chosen, choose }: Props): ReactElement {
  const server = useServerName(row.server);
  const status = row.status ?? "none";
  const what = visibleName(row.method ?? (row.kind === "error-output" ? "stderr" : row.kind));
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={chosen}
      className={`traffic-row ${status} ${row.direction} ${row.kind} ${chosen ? "chosen" : ""}`}
      style={{ height: ROW_PX }}
      onClick={() => choose(row)}
    >
      <span role="cell">{clockWithMillis(row.at)}</span>
      <span role="cell" className="cut">
        {server}
      </span>
      <span role="cell" aria-label={DIRECTION_NAMES[row.direction]} title={DIRECTION_NAMES[row.direction]}>
        {DIRECTION_WORDS[row.direction]}
      </span>
      <span role="cell" className="cut strong">
        {what}
        {row.http?.status ? <span className="dim"> · HTTP {row.http.status}</span> : null}
      </span>
      <span role="cell" className="cut dim">
        {row.rpcId ?? ""}
      </span>
      <span role="cell" className="status">
        {STATUS_WORDS[status] ?? status}
      </span>
      <span role="cell" className="number">
        {duration(row.tookMs)}
      </span>
      <span role="cell" className="number">
        {size(row.bytes)}
      </span>
    </div>
  );
});
