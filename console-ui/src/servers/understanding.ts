import { useEffect, useState } from "react";
import { api, ApiError } from "../api/client.ts";
import type { Understood } from "../api/types.ts";

/** Long enough that not every letter is asked about. */
const PAUSE_MS = 200;

/** What a text was understood as; of another text it says nothing. */
export interface Understanding {
  text: string;
  understood: Understood;
}

/** Whether a text may be connected: only when it is known, and shown, what exactly this text stands for. */
export function mayConnect(understanding: Understanding | null, text: string): boolean {
  if (text.trim() === "" || understanding?.text !== text) return false;
  return understanding.understood.kind !== "empty" && understanding.understood.kind !== "problem";
}

/** Asks the backend what a text stands for, a moment after it was last changed. */
export function useUnderstood(text: string): Understanding | null {
  const [answer, setAnswer] = useState<Understanding | null>(null);
  useEffect(() => {
    if (text.trim() === "") return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.post<Understood>("/api/understand", { text }, stop.signal).then(
        (understood) => setAnswer({ text, understood }),
        (problem: unknown) => {
          if (problem instanceof ApiError) setAnswer({ text, understood: { kind: "problem", problem: problem.message } });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return answer?.text === text ? answer : null;
}
