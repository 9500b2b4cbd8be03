import { useEffect, useSyncExternalStore } from "react";

/** What is on the page now, by its id. */
class OnPage {
  private ids: ReadonlyMap<string, number> = new Map();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly get = (): ReadonlyMap<string, number> => this.ids;

  /** Notes that something is there, until what this returns is called. */
  add(id: string): () => void {
    this.change(id, 1);
    return () => this.change(id, -1);
  }

  private change(id: string, by: number): void {
    const next = new Map(this.ids);
    const times = (next.get(id) ?? 0) + by;
    if (times > 0) next.set(id, times);
    else next.delete(id);
    this.ids = next;
    for (const listener of this.listeners) listener();
  }
}

const openCalls = new OnPage();

/** Calls that wait, of which all that a yes is for is on the page, so that one button may allow several of them. */
export const wholeApprovals = new OnPage();

function useOnPage(all: OnPage, id: string, there: boolean): void {
  useEffect(() => (there ? all.add(id) : undefined), [all, id, there]);
}

export function useShownCall(id: string, shown: boolean): void {
  useOnPage(openCalls, id, shown);
}

/** Which calls are open on the page, so that what belongs to one of the others can be shown in the tray. */
export function useShownCalls(): ReadonlyMap<string, number> {
  return useSyncExternalStore(openCalls.subscribe, openCalls.get);
}

export function useWholeApproval(id: string, whole: boolean): void {
  useOnPage(wholeApprovals, id, whole);
}

export function useWholeApprovals(): ReadonlyMap<string, number> {
  return useSyncExternalStore(wholeApprovals.subscribe, wholeApprovals.get, wholeApprovals.get);
}
