import type { Row } from "../api/types.ts";

/** What of the traffic is shown. Empty is everything. */
export interface TrafficFilter {
  server: string;
  direction: string;
  status: string;
  kind: string;
  text: string;
}

export const everything: TrafficFilter = { server: "", direction: "", status: "", kind: "", text: "" };

/** The rows that pass. There are many of them, so that each name is made once. */
export function filterRows(rows: readonly Row[], filter: TrafficFilter, nameOf: (server: string) => string): Row[] {
  const names = new Map<string, string>();
  const lowered = { ...filter, text: filter.text.toLowerCase() };
  const name = (server: string): string => {
    let known = names.get(server);
    if (known === undefined) names.set(server, (known = nameOf(server).toLowerCase()));
    return known;
  };
  return rows.filter((row) => passes(row, lowered, name));
}

function passes(row: Row, filter: TrafficFilter, nameOf: (server: string) => string): boolean {
  if (filter.server !== "" && row.server !== filter.server) return false;
  if (filter.direction !== "" && row.direction !== filter.direction) return false;
  if (filter.kind !== "" && row.kind !== filter.kind) return false;
  if (filter.status !== "" && (row.status ?? "none") !== filter.status) return false;
  if (filter.text === "") return true;
  return holds(row.method, filter.text) || holds(row.rpcId, filter.text) || nameOf(row.server).includes(filter.text) || holds(row.http?.url, filter.text) || holds(row.http?.status, filter.text);
}

export function isEverything(filter: TrafficFilter): boolean {
  return Object.values(filter).every((one) => one === "");
}

function holds(value: string | number | null | undefined, wanted: string): boolean {
  return value !== null && value !== undefined && String(value).toLowerCase().includes(wanted);
}
