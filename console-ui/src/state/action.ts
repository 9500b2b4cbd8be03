import { useCallback, useRef, useState } from "react";
import { ApiError } from "../api/client.ts";

export interface Action<A extends unknown[]> {
  run: (...given: A) => Promise<boolean>;
  busy: boolean;
  error: ApiError | null;
  clear: () => void;
}

/** Something the person asks for: whether it is under way, and why it was refused. */
export function useAction<A extends unknown[]>(work: (...given: A) => Promise<unknown>): Action<A> {
  const latest = useRef(work);
  latest.current = work;
  const [state, setState] = useState<{ busy: boolean; error: ApiError | null }>({ busy: false, error: null });
  const run = useCallback(async (...given: A) => {
    setState({ busy: true, error: null });
    try {
      await latest.current(...given);
      setState({ busy: false, error: null });
      return true;
    } catch (problem) {
      const error = problem instanceof ApiError ? problem : new ApiError(String(problem), "page", 0);
      if (!(problem instanceof ApiError)) console.error(problem);
      setState({ busy: false, error });
      return false;
    }
  }, []);
  const clear = useCallback(() => setState((before) => (before.error ? { ...before, error: null } : before)), []);
  return { run, busy: state.busy, error: state.error, clear };
}
