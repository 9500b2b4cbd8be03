import { useCallback, useRef, useState } from "react";
import { ApiError } from "../api/client.ts";
import { store, useConsole } from "./store.ts";

export interface Action<A extends unknown[]> {
  run: (...given: A) => Promise<boolean>;
  busy: boolean;
  error: ApiError | null;
  clear: () => void;
}

/** What came of it; of a backend that did not answer, while which one of the page's beginnings counted. */
interface Done {
  busy: boolean;
  error: ApiError | null;
  generation: number;
}

const done = (error: ApiError | null): Done => ({ busy: false, error, generation: store.get().generation });

/** Whether what went wrong is still so: that the backend did not answer is over once it is back. */
export function isStill(error: ApiError | null, then: number, now: number): boolean {
  return error !== null && (error.code !== "away" || then === now);
}

/** Something the person asks for: whether it is under way, and why it was refused. */
export function useAction<A extends unknown[]>(work: (...given: A) => Promise<unknown>): Action<A> {
  const latest = useRef(work);
  latest.current = work;
  const generation = useConsole((now) => now.generation);
  const [state, setState] = useState<Done>({ busy: false, error: null, generation: 0 });
  const run = useCallback(async (...given: A) => {
    setState({ ...done(null), busy: true });
    try {
      await latest.current(...given);
      setState(done(null));
      return true;
    } catch (problem) {
      const error = problem instanceof ApiError ? problem : new ApiError(String(problem), "page", 0);
      if (!(problem instanceof ApiError)) console.error(problem);
      setState(done(error));
      return false;
    }
  }, []);
  const clear = useCallback(() => setState((before) => (before.error ? { ...before, error: null } : before)), []);
  return { run, busy: state.busy, error: isStill(state.error, state.generation, generation) ? state.error : null, clear };
}
