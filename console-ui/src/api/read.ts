import { readJson } from "../json/read.ts";
import { SpelledNumber, type Json } from "../json/value.ts";

/** What is a peer's own JSON: there every number keeps its spelling. */
const OF_PEERS = new Set([
  "arguments",
  "definition",
  "structured",
  "structuredContent",
  "inputSchema",
  "outputSchema",
  "schema",
  "capabilities",
  "entry",
  "meta",
  "_meta",
  "content",
  "wishes",
]);

const HOLDS_PEERS = new RegExp(`"(?:${[...OF_PEERS].join("|")})"\\s*:`);

/**
 * Reads an answer of the backend: its own numbers are numbers, those of peers are as they were spelled. What holds nothing of
 * peers, as ten thousand rows of traffic do not, is read by the browser, which is several times as fast.
 */
export function readAnswer(text: string): unknown {
  return HOLDS_PEERS.test(text) ? plain(readJson(text)) : JSON.parse(text);
}

function plain(value: Json): Json {
  if (value instanceof SpelledNumber) return Number(value.spelled);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const item = value[index]!;
      if (typeof item === "object" && item !== null) value[index] = plain(item);
    }
    return value;
  }
  for (const name of Object.keys(value)) {
    const item = value[name]!;
    if (typeof item === "object" && item !== null && !OF_PEERS.has(name)) value[name] = plain(item);
  }
  return value;
}
