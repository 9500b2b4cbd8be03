import { kindOf, type Json, type JsonKind } from "../json/value.ts";

/** One line of a tree: a value, or a range of the children of a very long list. */
export interface TreeRow {
  path: string;
  depth: number;
  name: string | null;
  kind: JsonKind | "range";
  value: Json;
  open: boolean;
  children: number;
  range?: [number, number];
}

/** Longer lists are shown in ranges of so many, so that opening one stays quick. */
export const RANGE = 500;

/** The lines to show, given what is open. Only what is open is looked at. */
export function treeRows(root: Json, open: ReadonlySet<string>, rootName: string | null = null): TreeRow[] {
  const rows: TreeRow[] = [];
  add(rows, root, rootName, "", 0, open);
  return rows;
}

function add(rows: TreeRow[], value: Json, name: string | null, path: string, depth: number, open: ReadonlySet<string>): void {
  const kind = kindOf(value);
  const nested = kind === "array" || kind === "object";
  const names = kind === "object" ? Object.keys(value as object) : null;
  const children = nested ? (names ? names.length : (value as Json[]).length) : 0;
  const isOpen = nested && open.has(path);
  rows.push({ path, depth, name, kind, value, open: isOpen, children });
  if (!isOpen) return;
  if (children <= RANGE) {
    addChildren(rows, value, names, 0, children, path, depth + 1, open);
    return;
  }
  for (let from = 0; from < children; from += RANGE) {
    const to = Math.min(from + RANGE, children);
    const rangePath = `${path}~${from}`;
    const rangeOpen = open.has(rangePath);
    rows.push({ path: rangePath, depth: depth + 1, name: null, kind: "range", value, open: rangeOpen, children: to - from, range: [from, to] });
    if (rangeOpen) addChildren(rows, value, names, from, to, path, depth + 2, open);
  }
}

function addChildren(
  rows: TreeRow[],
  value: Json,
  names: string[] | null,
  from: number,
  to: number,
  path: string,
  depth: number,
  open: ReadonlySet<string>,
): void {
  for (let index = from; index < to; index++) {
    const name = names ? names[index]! : String(index);
    const child = names ? (value as Record<string, Json>)[name]! : (value as Json[])[index]!;
    add(rows, child, name, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth, open);
  }
}

/** What is open at first: from the top down, while it stays short. */
export function openAtFirst(root: Json, most = 60): Set<string> {
  const open = new Set<string>();
  let rows = 1;
  let level: { value: Json; path: string }[] = [{ value: root, path: "" }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { value, path } of level) {
      const kind = kindOf(value);
      if (kind !== "array" && kind !== "object") continue;
      const names = kind === "object" ? Object.keys(value as object) : null;
      const children = names ? names.length : (value as Json[]).length;
      if (children === 0) continue;
      if (path !== "" && rows + children > most) return open;
      open.add(path);
      rows += Math.min(children, RANGE);
      if (children > most) continue;
      for (let index = 0; index < children; index++) {
        const name = names ? names[index]! : String(index);
        const child = names ? (value as Record<string, Json>)[name]! : (value as Json[])[index]!;
        next.push({ value: child, path: `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` });
      }
    }
    level = next;
  }
  return open;
}
