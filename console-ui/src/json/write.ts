import { SpelledNumber, type Json } from "./value.ts";

/** What is deeper is not moved further in. */
const WIDEST_MARGIN = 200;

/** A list or an object that is being written: what is left of it, and how it is laid out. */
interface Open {
  values: Json[];
  names: string[] | null;
  at: number;
  written: boolean;
  margin: string;
}

/** Writes JSON, numbers as they were spelled. What is undefined is left out. However deep it is, there is an end to it. */
export function writeJson(value: unknown, indent = 0): string {
  const step = indent > 0 ? " ".repeat(indent) : "";
  const out: string[] = [];
  const open: Open[] = [];
  const begin = (one: Json): void => {
    if (one === null || typeof one !== "object") out.push(JSON.stringify(one));
    else if (one instanceof SpelledNumber) out.push(one.spelled);
    else {
      const names = Array.isArray(one) ? null : Object.keys(one).filter((name) => one[name] !== undefined);
      const values = Array.isArray(one) ? one : names!.map((name) => one[name]!);
      out.push(names ? "{" : "[");
      const margin = open.at(-1)?.margin ?? "";
      open.push({ values, names, at: 0, written: false, margin: margin.length < WIDEST_MARGIN ? margin + step : margin });
    }
  };
  begin(value === undefined ? null : (value as Json));
  for (let inside = open.at(-1); inside; inside = open.at(-1)) {
    if (inside.at < inside.values.length) {
      out.push(inside.written ? "," : "", step ? `\n${inside.margin}` : "");
      inside.written = true;
      const place = inside.at++;
      if (inside.names) out.push(JSON.stringify(inside.names[place]), step ? ": " : ":");
      begin(inside.values[place] ?? null);
    } else {
      open.pop();
      out.push(inside.written && step ? `\n${open.at(-1)?.margin ?? ""}` : "", inside.names ? "}" : "]");
    }
  }
  return out.join("");
}
