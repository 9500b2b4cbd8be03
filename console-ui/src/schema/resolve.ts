import { emptyObject, isObject, type Json, type JsonObject } from "../json/value.ts";

const LONGEST_CHAIN = 32;
/** So many schemas are looked at for one answer; what a peer writes beyond that says nothing. */
const MOST_STEPS = 5_000;

/** Answers that were found before, by the root and the schema in it. */
const found = new WeakMap<JsonObject, WeakMap<JsonObject, JsonObject>>();

/** What a schema says, with its references followed and its `allOf` taken together. `true` and what is no schema say nothing. */
export function resolve(schema: Json | undefined, root: Json): JsonObject {
  if (!isObject(schema)) return emptyObject();
  if (!isObject(root)) return new Resolving(root).of(schema, 0);
  let ofRoot = found.get(root);
  if (!ofRoot) found.set(root, (ofRoot = new WeakMap()));
  let answer = ofRoot.get(schema);
  if (!answer) ofRoot.set(schema, (answer = new Resolving(root).of(schema, 0)));
  return answer;
}

/** The work for one answer: each schema on the way is looked at once, however often others refer to it. */
class Resolving {
  private readonly seen = new Map<JsonObject, JsonObject | null>();

  constructor(private readonly root: Json) {}

  of(schema: Json | undefined, depth: number): JsonObject {
    if (!isObject(schema) || depth > LONGEST_CHAIN || this.seen.size >= MOST_STEPS) return emptyObject();
    const known = this.seen.get(schema);
    // Null: it is on the way to itself, and has nothing to add to itself.
    if (known !== undefined) return known ?? emptyObject();
    this.seen.set(schema, null);
    const answer = this.look(schema, depth);
    this.seen.set(schema, answer);
    return answer;
  }

  private look(schema: JsonObject, depth: number): JsonObject {
    const { $ref, allOf, ...own } = schema;
    const target = typeof $ref === "string" ? pointer(this.root, $ref) : undefined;
    if (typeof $ref === "string" && target === undefined) return { ...schema, "x-unresolved": true };
    const parts = [
      ...(target === undefined ? [] : [this.of(target, depth + 1)]),
      typeof $ref === "string" || $ref === undefined ? own : { ...own, $ref },
      ...(Array.isArray(allOf) ? allOf.map((one) => this.of(one, depth + 1)) : []),
    ];
    return parts.length === 1 ? parts[0]! : together(parts);
  }
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

/** Several schemas as one: the later says more, but what each knows or wants of properties counts. */
function together(parts: readonly JsonObject[]): JsonObject {
  const merged = emptyObject();
  const properties = emptyObject();
  const required = new Set<Json>();
  for (const part of parts) {
    for (const name of Object.keys(part)) merged[name] = part[name]!;
    if (isObject(part.properties)) for (const name of Object.keys(part.properties)) properties[name] = part.properties[name]!;
    if (Array.isArray(part.required)) for (const name of part.required) required.add(name);
  }
  if (isObject(merged.properties)) merged.properties = properties;
  if (Array.isArray(merged.required)) merged.required = [...required];
  return merged;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
