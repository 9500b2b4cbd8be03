import type { Problem } from "../api/types.ts";
import { isNumber, isObject, kindOf, sameJson, spell, SpelledNumber, type Json, type JsonObject } from "../json/value.ts";
import { beginning } from "../text/visible.ts";
import { resolve } from "./resolve.ts";
import { isQuick, LONGEST_MATCHED } from "./pattern.ts";
import { plain } from "./shape.ts";

const MOST = 50;
const DEEPEST = 40;
/** So many values are held against schemas; a peer's schema can ask for any number of them. */
const MOST_STEPS = 20_000;

/**
 * Looks over arguments before they are sent: the plain mistakes, at once and at their field. The backend checks them against
 * the whole schema.
 */
export function check(value: Json, schema: Json | undefined, root: Json, steps = MOST_STEPS): Problem[] {
  const problems: Problem[] = [];
  visit(value, schema, { schema: root, left: steps }, "", problems, 0);
  return problems.slice(0, MOST);
}

/** The schema that references are looked up in, and how much may still be looked at. */
interface Root {
  schema: Json;
  left: number;
}

function visit(value: Json, given: Json | undefined, root: Root, path: string, problems: Problem[], depth: number): void {
  if (depth > DEEPEST || problems.length >= MOST || --root.left < 0) return;
  const schema = resolve(given, root.schema);
  const say = (message: string): void => void problems.push({ path, message });
  if (Object.hasOwn(schema, "const") && !sameJson(value, schema.const)) say(`must be ${plain(schema.const!)}`);
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => sameJson(one, value))) say(`must be one of ${beginning(schema.enum.map(plain).join(", "), 200)}`);
  const types = typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? (schema.type as string[]) : [];
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    say(`must be ${types.join(" or ")}, is ${beginning(plain(value), 40)}`);
    return;
  }
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const options = schema[keyword];
    if (!Array.isArray(options) || options.length === 0) continue;
    const tried = options.map((option) => {
      const own: Problem[] = [];
      visit(value, option, root, path, own, depth + 1);
      return own;
    });
    if (tried.every((own) => own.length > 0)) {
      const nearest = tried.reduce((best, own) => (own.length < best.length ? own : best));
      problems.push(...nearest);
    }
  }
  if (typeof value === "string") checkText(value, schema, say);
  else if (isNumber(value)) checkNumber(value, schema, say);
  else if (Array.isArray(value)) checkList(value, schema, root, path, problems, depth, say);
  else if (isObject(value)) checkObject(value, schema, root, path, problems, depth, say);
}

function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return isNumber(value) && isWhole(value);
  return kindOf(value) === type;
}

export function isWhole(value: number | SpelledNumber): boolean {
  if (typeof value === "number") return Number.isInteger(value);
  const text = value.spelled;
  if (/^-?\d+$/.test(text)) return true;
  if (/^-?\d+\.0+$/.test(text)) return true;
  return Number.isInteger(Number(text)) && /[eE]/.test(text);
}

type Say = (message: string) => void;

function limit(schema: JsonObject, name: string): number | undefined {
  const value = schema[name];
  return isNumber(value) ? Number(spell(value)) : undefined;
}

function checkText(value: string, schema: JsonObject, say: Say): void {
  const length = [...value].length;
  const least = limit(schema, "minLength");
  const most = limit(schema, "maxLength");
  if (least !== undefined && length < least) say(`must have at least ${least} characters`);
  if (most !== undefined && length > most) say(`must have at most ${most} characters`);
  if (typeof schema.pattern === "string" && value.length <= LONGEST_MATCHED && isQuick(schema.pattern)) {
    try {
      if (!new RegExp(schema.pattern, "u").test(value)) say(`must match ${schema.pattern}`);
    } catch {
      // A pattern in another dialect is the backend's to judge.
    }
  }
  if (schema.format === "email" && !/^[^\s@]+@[^\s@]+$/.test(value)) say("must be an e-mail address");
  if (schema.format === "uri" && !/^[a-z][a-z0-9+.-]*:/i.test(value)) say("must be an address with a scheme, as in https://…");
  if (schema.format === "date" && !/^\d{4}-\d\d-\d\d$/.test(value)) say("must be a date, as in 2026-11-16");
  if (schema.format === "date-time" && !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)$/.test(value)) {
    say("must be a time with its zone, as in 2026-11-16T12:00:00Z");
  }
}

function checkNumber(value: number | SpelledNumber, schema: JsonObject, say: Say): void {
  const number = Number(spell(value));
  const least = limit(schema, "minimum");
  const most = limit(schema, "maximum");
  const above = limit(schema, "exclusiveMinimum");
  const below = limit(schema, "exclusiveMaximum");
  if (least !== undefined && number < least) say(`must be at least ${least}`);
  if (most !== undefined && number > most) say(`must be at most ${most}`);
  if (above !== undefined && number <= above) say(`must be more than ${above}`);
  if (below !== undefined && number >= below) say(`must be less than ${below}`);
}

function checkList(value: Json[], schema: JsonObject, root: Root, path: string, problems: Problem[], depth: number, say: Say): void {
  const least = limit(schema, "minItems");
  const most = limit(schema, "maxItems");
  if (least !== undefined && value.length < least) say(`must have at least ${least} items`);
  if (most !== undefined && value.length > most) say(`must have at most ${most} items`);
  if (schema.uniqueItems === true && value.length < 200 && value.some((one, index) => value.findIndex((other) => sameJson(one, other)) !== index)) {
    say("must not hold the same item twice");
  }
  const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems : Array.isArray(schema.items) ? schema.items : [];
  value.forEach((one, index) => {
    const item = index < tuple.length ? tuple[index] : Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    if (item !== undefined) visit(one, item, root, `${path}/${index}`, problems, depth + 1);
  });
}

function checkObject(value: JsonObject, schema: JsonObject, root: Root, path: string, problems: Problem[], depth: number, say: Say): void {
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name === "string" && !Object.hasOwn(value, name)) problems.push({ path: `${path}/${escapePart(name)}`, message: "is missing" });
  }
  for (const name of Object.keys(value)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    if (inner === false && !isObject(schema.patternProperties)) say(`does not know "${name}"`);
    else if (inner !== undefined) visit(value[name]!, inner, root, `${path}/${escapePart(name)}`, problems, depth + 1);
  }
}

export function escapePart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
