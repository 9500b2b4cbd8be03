import type { LogLine } from "../api/types.ts";
import { clockWithMillis } from "../text/format.ts";
import { visibleText } from "../text/visible.ts";

/** So many rows are shown at most, the newest. */
export const LOG_ROWS = 5_000;

/** One row of the log: a line of what was written, with its time where that begins. */
export interface LogRow {
  at: number | null;
  stream: LogLine["stream"];
  text: string;
}

/** What of the log is shown: every line on a row of its own, of one stream or all, with a word in it or any. */
export function logRows(lines: readonly LogLine[], stream: string, wanted: string): { rows: LogRow[]; left: number } {
  const lowered = wanted.trim().toLowerCase();
  const rows = lines
    .filter((line) => (stream === "" || line.stream === stream) && (lowered === "" || line.text.toLowerCase().includes(lowered)))
    .flatMap((line) => line.text.replace(/\r?\n$/, "").split(/\r?\n/).map((text, index): LogRow => ({ at: index === 0 ? line.at : null, stream: line.stream, text: visibleText(text) })));
  const left = Math.max(0, rows.length - LOG_ROWS);
  return { rows: left === 0 ? rows : rows.slice(left), left };
}

/** The same as text, for copying. */
export function logText(rows: readonly LogRow[]): string {
  return rows.map((row) => (row.at === null ? `    ${row.text}` : `${clockWithMillis(row.at)} ${row.stream} ${row.text}`)).join("\n");
}

/** Whether an event says that a server has something new in its log. */
export function isNews(type: string, data: unknown, server: string): boolean {
  if (type === "log") return (data as { server: string }).server === server;
  if (type === "server") return (data as { id: string }).id === server;
  if (type === "traffic") return (data as { rows: { server: string; kind: string }[] }).rows.some((row) => row.server === server && row.kind === "error-output");
  return false;
}
