import { isNumber, isObject, kindOf, spell, type Json, type JsonObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { resolve } from "./resolve.ts";

export interface ObjectField {
  name: string;
  schema: Json;
  required: boolean;
}

/** How a part of the arguments is entered. `json` is for every schema that has no better way. */
export type Shape =
  | { kind: "fixed"; value: Json }
  | { kind: "choice"; options: { label: string; value: Json }[] }
  | { kind: "text"; format: string | null; long: boolean }
  | { kind: "number"; whole: boolean }
  | { kind: "boolean" }
  | { kind: "null" }
  | { kind: "list"; tuple: Json[]; item: Json }
  | { kind: "object"; fields: ObjectField[]; more: Json | null }
  | { kind: "variants"; options: { label: string; schema: Json }[] }
  | { kind: "json" };

export interface Described {
  shape: Shape;
  nullable: boolean;
  schema: JsonObject;
}

const LONG_TEXT = 200;
/** More than that is no choice to make from a list. */
const MOST_CHOICES = 1_000;
const DEEPEST = 16;

export function describe(given: Json | undefined, root: Json, depth = 0): Described {
  const schema = resolve(given, root);
  return { schema, ...shapeOf(schema, root, depth) };
}

function shapeOf(schema: JsonObject, root: Json, depth: number): { shape: Shape; nullable: boolean } {
  if (schema["x-unresolved"] === true) return { shape: { kind: "json" }, nullable: false };
  if (Object.hasOwn(schema, "const")) return { shape: { kind: "fixed", value: schema.const! }, nullable: false };
  if (Array.isArray(schema.enum) && schema.enum.length > MOST_CHOICES) return { shape: { kind: "json" }, nullable: false };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    const options = schema.enum.map((value, index) => ({ value, label: typeof names[index] === "string" ? names[index] : plain(value) }));
    return { shape: { kind: "choice", options }, nullable: false };
  }
  const either = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : null;
  if (either && (either.length > MOST_CHOICES || depth > DEEPEST)) return { shape: { kind: "json" }, nullable: false };
  if (either && either.length > 0) return variants(schema, either, root, depth);
  const types = typesOf(schema);
  const nullable = types.includes("null") && types.length > 1;
  const others = types.filter((type) => type !== "null" || types.length === 1);
  if (others.length > 1) {
    const options = others.map((type) => ({ label: type, schema: { ...schema, type } as Json }));
    return { shape: { kind: "variants", options }, nullable };
  }
  return { shape: single(schema, others[0]), nullable };
}

function variants(schema: JsonObject, either: Json[], root: Json, depth: number): { shape: Shape; nullable: boolean } {
  const resolved = either.map((one) => resolve(one, root));
  if (resolved.every((one) => Object.hasOwn(one, "const"))) {
    const options = resolved.map((one) => ({ value: one.const!, label: typeof one.title === "string" ? one.title : plain(one.const!) }));
    return { shape: { kind: "choice", options }, nullable: false };
  }
  const nullable = resolved.some((one) => one.type === "null");
  const { oneOf: _, anyOf: __, ...base } = schema;
  const options = either
    .map((one, index) => ({ one, about: resolved[index]! }))
    .filter(({ about }) => about.type !== "null")
    .map(({ one, about }, index) => ({ label: variantLabel(about, index), schema: withBase(base, one, about) }));
  if (options.length === 1) {
    const only = describe(options[0]!.schema, root, depth + 1);
    return { shape: only.shape, nullable: nullable || only.nullable };
  }
  return { shape: { kind: "variants", options }, nullable };
}

/** What stands beside the alternatives holds for each of them. */
function withBase(base: JsonObject, one: Json, about: JsonObject): Json {
  return isObject(base.properties) || typeof base.type === "string" ? { allOf: [base, one] as Json[], title: about.title ?? base.title ?? "" } : one;
}

function variantLabel(schema: JsonObject, index: number): string {
  if (typeof schema.title === "string" && schema.title !== "") return schema.title;
  const marks = isObject(schema.properties)
    ? Object.entries(schema.properties)
        .filter(([, one]) => isObject(one) && typeof one.const === "string")
        .map(([name, one]) => `${name} = ${plain((one as JsonObject).const!)}`)
    : [];
  if (marks.length > 0) return marks.join(", ");
  const types = typesOf(schema);
  return types.length > 0 ? types.join(" or ") : `Variant ${index + 1}`;
}

function typesOf(schema: JsonObject): string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((one) => typeof one === "string");
  if (isObject(schema.properties)) return ["object"];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ["array"];
  return [];
}

function single(schema: JsonObject, type: string | undefined): Shape {
  switch (type) {
    case "string": {
      const longest = isNumber(schema.maxLength) ? Number(spell(schema.maxLength)) : 0;
      return { kind: "text", format: typeof schema.format === "string" ? schema.format : null, long: longest > LONG_TEXT || typeof schema.contentMediaType === "string" };
    }
    case "integer":
      return { kind: "number", whole: true };
    case "number":
      return { kind: "number", whole: false };
    case "boolean":
      return { kind: "boolean" };
    case "null":
      return { kind: "null" };
    case "array": {
      const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems : Array.isArray(schema.items) ? schema.items : [];
      return { kind: "list", tuple, item: Array.isArray(schema.items) ? (schema.additionalItems ?? true) : (schema.items ?? true) };
    }
    case "object": {
      const required = Array.isArray(schema.required) ? schema.required : [];
      const properties = isObject(schema.properties) ? schema.properties : {};
      const fields = Object.keys(properties).map((name) => ({ name, schema: properties[name]!, required: required.includes(name) }));
      for (const name of required) {
        if (typeof name === "string" && !Object.hasOwn(properties, name)) fields.push({ name, schema: true, required: true });
      }
      const patterns = isObject(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
      const more = schema.additionalProperties === false ? (patterns[0] ?? null) : (schema.additionalProperties ?? patterns[0] ?? true);
      return { kind: "object", fields, more };
    }
    default:
      return { kind: "json" };
  }
}

/** Whether a value can be shown in the way its schema is entered. What cannot is shown as JSON, and so never lost. */
export function fits(shape: Shape, value: Json | undefined): boolean {
  if (value === undefined) return true;
  const kind = kindOf(value);
  switch (shape.kind) {
    case "text":
      return kind === "string";
    case "number":
      return kind === "number";
    case "boolean":
      return kind === "boolean";
    case "null":
      return kind === "null";
    case "list":
      return kind === "array";
    case "object":
      return kind === "object";
    case "choice":
      return true;
    case "fixed":
    case "variants":
    case "json":
      return true;
  }
}

/** A value for a list of choices. */
export function plain(value: Json): string {
  return typeof value === "string" ? value : writeJson(value);
}
