import { emptyObject, isObject, type Json, type JsonObject } from "../json/value.ts";

const LONGEST_CHAIN = 32;

/** What a schema says, with its references followed and its `allOf` taken together. `true` and what is no schema say nothing. */
export function resolve(schema: Json | undefined, root: Json, depth = 0): JsonObject {
  if (!isObject(schema) || depth > LONGEST_CHAIN) return emptyObject();
  let merged: JsonObject = schema;
  if (typeof schema.$ref === "string") {
    const target = pointer(root, schema.$ref);
    if (target === undefined) return { ...schema, "x-unresolved": true };
    const { $ref: _, ...beside } = schema;
    merged = merge(resolve(target, root, depth + 1), beside);
  }
  if (Array.isArray(merged.allOf)) {
    const { allOf, ...own } = merged;
    merged = (allOf as Json[]).reduce<JsonObject>((sum, one) => merge(sum, resolve(one, root, depth + 1)), own);
  }
  return merged;
}

function pointer(root: Json, reference: string): Json | undefined {
  if (!reference.startsWith("#")) return undefined;
  let at: Json | undefined = root;
  const path = reference.slice(1);
  if (path !== "" && !path.startsWith("/")) return undefined;
  for (const part of path.split("/").slice(1)) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(name)];
    else if (isObject(at) && Object.hasOwn(at, name)) at = at[name];
    else return undefined;
  }
  return at;
}

function merge(left: JsonObject, right: JsonObject): JsonObject {
  const merged: JsonObject = { ...left, ...right };
  if (isObject(left.properties) && isObject(right.properties)) merged.properties = { ...left.properties, ...right.properties };
  if (Array.isArray(left.required) && Array.isArray(right.required)) merged.required = [...new Set([...left.required, ...right.required])];
  return merged;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
