import { useCallback, useEffect, useState } from "react";
import { api, messageOf } from "../api/client.ts";
import { useConsole } from "./store.ts";

export interface Asked<T> {
  data: T | undefined;
  error: string | null;
  loading: boolean;
  again: () => void;
}

/** Fetches one thing while its path is given, anew after a reconnection; what was there before stays meanwhile. */
export function useFetch<T>(path: string | null): Asked<T> {
  const generation = useConsole((state) => state.generation);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ path: string | null; data?: T; error: string | null; loading: boolean }>({
    path: null,
    error: null,
    loading: true,
  });
  useEffect(() => {
    if (path === null || generation === 0) return undefined;
    const stop = new AbortController();
    setAnswer((before) => (before.path === path ? { ...before, loading: true } : { path, error: null, loading: true }));
    api.get<T>(path, stop.signal).then(
      (data) => setAnswer({ path, data, error: null, loading: false }),
      (problem: unknown) => {
        if (!stop.signal.aborted) setAnswer((before) => ({ ...before, error: messageOf(problem), loading: false }));
      },
    );
    return () => stop.abort();
  }, [path, generation, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  const mine = answer.path === path;
  return { data: mine ? answer.data : undefined, error: mine ? answer.error : null, loading: answer.loading, again };
}
