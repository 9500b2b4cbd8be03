import { isObject, kindOf, type Json, type JsonObject } from "../json/value.ts";

export type TextKind = "text" | "markdown" | "json" | "table";

/** In which ways a text can be looked at, the best first. */
export function kindsOf(text: string, mime: string | null | undefined): TextKind[] {
  const type = (mime ?? "").toLowerCase();
  const kinds: TextKind[] = [];
  if (/[/+]json\b/.test(type) || looksLikeJson(text)) kinds.push("json");
  if (/\bcsv\b|tab-separated/.test(type) || (type === "" && looksLikeCsv(text))) kinds.push("table");
  if (/markdown/.test(type) || (/^(text\/plain)?$/.test(type) && looksLikeMarkdown(text))) kinds.push("markdown");
  kinds.push("text");
  if (!kinds.includes("markdown") && kinds[0] === "text" && text.includes("\n") && text.length < 100_000) kinds.push("markdown");
  return kinds;
}

function looksLikeJson(text: string): boolean {
  const start = text.trimStart();
  return /^[[{]/.test(start) && /^(\{\s*("|\})|\[\s*(["{[\d\-tfn]|\]))/.test(start.slice(0, 200)) && /[\]}]\s*$/.test(text.slice(-50));
}

function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 4000);
  return /^(#{1,6} |```|\s*[-*] .+\n\s*[-*] |\|.+\|\s*\n\|[\s:|-]+\|)/m.test(head) || /\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]+\)/.test(head);
}

function looksLikeCsv(text: string): boolean {
  const lines = text.slice(0, 4000).split("\n").slice(0, 6).filter((line) => line.trim() !== "");
  if (lines.length < 3) return false;
  const columns = lines.map((line) => parseCsv(line)[0]?.length ?? 0);
  return columns[0]! >= 3 && columns.slice(0, -1).every((number) => number === columns[0]);
}

/** Reads comma or tab separated values, quoted as usual. */
export function parseCsv(text: string, most = Infinity): string[][] {
  const separator = (text.split("\n", 1)[0]?.includes("\t") ?? false) ? "\t" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at <= text.length && rows.length < most; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '"' && text[at + 1] === '"') {
        cell += '"';
        at++;
      } else if (char === '"') quoted = false;
      else if (char === undefined) quoted = false;
      else cell += char;
      if (char !== undefined) continue;
    }
    if (char === '"' && cell === "") quoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = "";
    } else if (char === "\n" || char === undefined) {
      row.push(cell.replace(/\r$/, ""));
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
      cell = "";
    } else cell += char;
  }
  return rows;
}

export interface TableOfObjects {
  columns: string[];
  rows: JsonObject[];
}

/** A list of objects that share fields, as a table; or the only such list in an object. */
export function tableIn(value: Json): TableOfObjects | null {
  if (isObject(value)) {
    const lists = Object.values(value).filter((one) => Array.isArray(one) && one.length > 1);
    return lists.length === 1 && Object.keys(value).length <= 4 ? tableIn(lists[0]!) : null;
  }
  if (!Array.isArray(value) || value.length < 2) return null;
  const sample = value.slice(0, 50);
  if (!sample.every(isObject) || !value.every(isObject)) return null;
  const columns: string[] = [];
  for (const one of sample) {
    for (const name of Object.keys(one)) if (!columns.includes(name)) columns.push(name);
  }
  const nested = sample.some((one) => Object.values(one).some((cell) => ["array", "object"].includes(kindOf(cell))));
  return columns.length > 0 && columns.length <= 24 && !(nested && columns.length > 10) ? { columns, rows: value } : null;
}
