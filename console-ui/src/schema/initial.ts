import { emptyObject, type Json, type JsonObject } from "../json/value.ts";
import { describe } from "./shape.ts";

const DEEPEST = 8;
/** A schema that wants itself several times over would have no end. */
const MOST_FIELDS = 2_000;

/**
 * What a form begins with. For a call only what must be there: an argument that is left empty is not sent. A server's
 * question (`all`) wants its defaults filled in.
 */
export function initialValue(schema: Json | undefined, root: Json, all = false): JsonObject {
  const value = initial(schema, root, all);
  return value !== undefined && typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : emptyObject();
}

function initial(schema: Json | undefined, root: Json, all: boolean, depth = 0, left = { fields: MOST_FIELDS }): Json | undefined {
  const { shape, schema: resolved } = describe(schema, root);
  if (Object.hasOwn(resolved, "default")) return resolved.default;
  if (shape.kind === "fixed") return shape.value;
  if (shape.kind !== "object" || depth > DEEPEST) return undefined;
  const value = emptyObject();
  for (const field of shape.fields) {
    if (left.fields-- <= 0) break;
    const about = describe(field.schema, root);
    if (!field.required && !(all && Object.hasOwn(about.schema, "default"))) continue;
    const inner = initial(field.schema, root, all, depth + 1, left);
    if (inner !== undefined) value[field.name] = inner;
  }
  return value;
}

/** What a new item of a list, or a part that was just added, begins with. */
export function blank(schema: Json | undefined, root: Json, depth = 0): Json {
  const found = initial(schema, root, false);
  if (found !== undefined) return found;
  switch (describe(schema, root).shape.kind) {
    case "object":
      return emptyObject();
    case "list":
      return [];
    case "text":
      return "";
    case "boolean":
      return false;
    case "number":
      return 0;
    case "choice": {
      const { shape } = describe(schema, root);
      return shape.kind === "choice" ? shape.options[0]!.value : null;
    }
    case "variants": {
      const { shape } = describe(schema, root);
      return shape.kind === "variants" && depth < DEEPEST ? blank(shape.options[0]!.schema, root, depth + 1) : null;
    }
    default:
      return null;
  }
}
