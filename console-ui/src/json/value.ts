/** A number whose spelling does not survive a JavaScript number: too many digits, `1.0`, `1e3`. Its text is kept. */
export class SpelledNumber {
  readonly spelled: string;
  constructor(spelled: string) {
    this.spelled = spelled;
  }
}

export type JsonObject = { [name: string]: Json };
export type Json = null | boolean | string | number | SpelledNumber | Json[] | JsonObject;

export type JsonKind = "null" | "boolean" | "string" | "number" | "array" | "object";

export function kindOf(value: Json): JsonKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof SpelledNumber) return "number";
  const type = typeof value;
  return type === "object" ? "object" : (type as JsonKind);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return value !== undefined && kindOf(value) === "object";
}

export function isNumber(value: Json | undefined): value is number | SpelledNumber {
  return typeof value === "number" || value instanceof SpelledNumber;
}

/** An object without a prototype, so that a peer's `__proto__` is a name like any other. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}

export function objectOf(entries: Iterable<[string, Json]>): JsonObject {
  const object = emptyObject();
  for (const [name, value] of entries) object[name] = value;
  return object;
}

/** The number that a text spells, or undefined where it is no JSON number. */
export function numberFrom(text: string): number | SpelledNumber | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return String(value) === text ? value : new SpelledNumber(text);
}

export function spell(value: number | SpelledNumber): string {
  return value instanceof SpelledNumber ? value.spelled : String(value);
}

export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  if (isNumber(left) && isNumber(right)) return spell(left) === spell(right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((one, index) => sameJson(one, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length && names.every((name) => name in right && sameJson(left[name], right[name]))
    );
  }
  return false;
}
