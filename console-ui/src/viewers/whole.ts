import { useEffect, useRef, useState } from "react";
import { api, messageOf } from "../api/client.ts";
import { readJsonCalmly } from "../json/read.ts";
import type { Json } from "../json/value.ts";
import { size } from "../text/format.ts";
import { Kept } from "./kept.ts";

/** As much as is asked for at once; the backend may give less. */
const PART = 1_000_000;
/** What is longer is for a download. */
const MOST = 64_000_000;
/** So many characters of JSON are kept as they were read, for when they are looked at again. */
const KEPT = 40_000_000;

/** Where all of a text is of which the page has only the beginning. */
export interface WholeSource {
  /** Stands for this text and no other. */
  key: string;
  /** How long all of it is. */
  total: number;
  path: (from: number, length: number) => string;
}

/** All of a text that the backend gives in parts. */
export async function wholeText(source: WholeSource, signal?: AbortSignal): Promise<string> {
  if (source.total > MOST) throw new Error(`It has ${size(source.total)}, too much to be shown; download it.`);
  const parts: string[] = [];
  let have = 0;
  while (have < source.total) {
    const { text } = JSON.parse(await api.text(source.path(have, PART), signal)) as { text: string };
    if (text === "") break;
    parts.push(text);
    have += text.length;
  }
  return parts.join("");
}

const kept = new Kept<Json>(KEPT);

export interface WholeJson {
  value?: Json;
  problem?: string;
}

/** All of a JSON text, fetched and read once while it is looked at; undefined while that is under way, or where there is no source. */
export function useWholeJson(source: WholeSource | null, attempt = 0): WholeJson | undefined {
  const key = source?.key ?? null;
  const [read, setRead] = useState<{ key: string; attempt: number; answer: WholeJson } | null>(null);
  // The key stands for all of the source; a new object that says the same is nothing new.
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => {
    const given = latest.current;
    if (key === null || given === null || kept.has(key)) return undefined;
    const stop = new AbortController();
    const settle = (answer: WholeJson): void => {
      if (!stop.signal.aborted) setRead({ key, attempt, answer });
    };
    const work = async (): Promise<void> => {
      const value = await readJsonCalmly(await wholeText(given, stop.signal), stop.signal);
      kept.put(key, value, given.total);
      settle({ value });
    };
    work().catch((problem: unknown) => settle({ problem: messageOf(problem) }));
    return () => stop.abort();
  }, [key, attempt]);
  if (key === null) return undefined;
  if (read?.key === key && read.attempt === attempt) return read.answer;
  return kept.has(key) ? { value: kept.get(key)! } : undefined;
}
