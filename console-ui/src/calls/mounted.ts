import { useEffect, useSyncExternalStore } from "react";

/** Which calls are open on the page, so that what belongs to one of the others can be shown in the tray. */
let open: ReadonlyMap<string, number> = new Map();
const listeners = new Set<() => void>();

function change(id: string, by: number): void {
  const next = new Map(open);
  const times = (next.get(id) ?? 0) + by;
  if (times > 0) next.set(id, times);
  else next.delete(id);
  open = next;
  for (const listener of listeners) listener();
}

export function useShownCall(id: string, shown: boolean): void {
  useEffect(() => {
    if (!shown) return undefined;
    change(id, 1);
    return () => change(id, -1);
  }, [id, shown]);
}

export function useShownCalls(): ReadonlyMap<string, number> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
