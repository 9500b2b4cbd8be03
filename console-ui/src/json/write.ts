import { SpelledNumber, type Json } from "./value.ts";

/** Writes JSON, numbers as they were spelled. What is undefined is left out. */
export function writeJson(value: unknown, indent = 0): string {
  return write(value as Json, indent > 0 ? " ".repeat(indent) : "", "") ?? "null";
}

function write(value: Json | undefined, indent: string, margin: string): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value instanceof SpelledNumber) return value.spelled;
  const inner = margin + indent;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const one of value) parts.push(write(one, indent, inner) ?? "null");
    return wrap("[", parts, "]", indent, inner, margin);
  }
  for (const name of Object.keys(value)) {
    const text = write(value[name], indent, inner);
    if (text !== undefined) parts.push(JSON.stringify(name) + (indent ? ": " : ":") + text);
  }
  return wrap("{", parts, "}", indent, inner, margin);
}

function wrap(open: string, parts: string[], close: string, indent: string, inner: string, margin: string): string {
  if (parts.length === 0) return open + close;
  if (!indent) return open + parts.join(",") + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`;
}
