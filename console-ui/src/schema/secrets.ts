import { JsonProblem, readJson } from "../json/read.ts";
import { isObject, objectOf, type Json, type JsonObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { resolve } from "./resolve.ts";

/** Names under which secrets stand, as the backend knows them: case, dashes, dots and words before them do not count. */
const SECRET = /(authorization|token|password|passwd|passphrase|pwd|secret|(api|access|secret|private|signing|encryption)key|credentials?|cookie|sessionid|bearer|jwt|authcode)$/;
const HARMLESS = /(progress|next|page|continuation|sync|max)tokens?$/;
const DEEPEST = 32;

export function soundsSecret(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_.\s]/g, "");
  return SECRET.test(plain) && !HARMLESS.test(plain);
}

/** A value without what is secret in it, by the names of its members or by what their schemas say of them. */
export function withoutSecrets(value: Json, schema?: Json, root: Json = schema ?? {}, depth = 0): Json {
  if (depth > DEEPEST) return null;
  const schemas = schema === undefined ? [] : alternatives(resolve(schema, root), root, 0);
  if (Array.isArray(value)) {
    const item = schemas.find((one) => isObject(one.items))?.items;
    return value.map((one) => withoutSecrets(one, item, root, depth + 1));
  }
  if (!isObject(value)) return value;
  const kept: [string, Json][] = [];
  for (const name of Object.keys(value)) {
    const declared = schemas.flatMap((one) => (isObject(one.properties) && Object.hasOwn(one.properties, name) ? [one.properties[name]!] : []));
    if (soundsSecret(name) || declared.some((one) => isSecret(one, root))) continue;
    kept.push([name, withoutSecrets(value[name]!, declared[0], root, depth + 1)]);
  }
  return objectOf(kept);
}

function isSecret(schema: Json, root: Json): boolean {
  return alternatives(resolve(schema, root), root, 0).some((one) => one.writeOnly === true || one.format === "password");
}

function alternatives(schema: JsonObject, root: Json, depth: number): JsonObject[] {
  const branches = [schema.oneOf, schema.anyOf].filter((one) => Array.isArray(one)).flat();
  return depth > 3 ? [schema] : [schema, ...branches.flatMap((one) => alternatives(resolve(one, root), root, depth + 1))];
}

/** What of a JSON text may be written where it outlasts the page; null for nothing of it. */
export function storableJson(text: string, schema?: Json): string | null {
  try {
    const value = readJson(text);
    const rest = withoutSecrets(value, schema);
    return writeJson(rest) === writeJson(value) ? text : writeJson(rest, 2);
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    // What is no JSON yet cannot be looked through.
    const named = [...text.matchAll(/"([^"\\\n]{1,128})"\s*:/g)].some((one) => soundsSecret(one[1]!));
    return named || /"writeOnly":true|"format":"password"/.test(writeJson(schema ?? {})) ? null : text;
  }
}

/**
 * What of a text that names a server may be written where it outlasts the page: a path, a plain command or an address. JSON,
 * variables, headers, options with values and addresses with a user or a query may hold a secret.
 */
export function storableTarget(text: string): string | null {
  const address = /^\s*https?:\/\/[^\s@?#]+\s*$/i;
  const words = text.trim().split(/\s+/);
  const plain = !/[={}"'?:]/.test(text) && !words.some((word) => word.startsWith("-") && soundsSecret(word));
  return address.test(text) || plain ? text : null;
}

/** What of texts by their names may be written where it outlasts the page. */
export function storableTexts(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !soundsSecret(name)));
}
