import { useSyncExternalStore } from "react";
import { nothingYet, type ConsoleState } from "./model.ts";
import { reduce } from "./reduce.ts";

type Listener = () => void;
export type EventListener = (type: string, data: unknown) => void;

/** The one store of the page: fed by the stream of events, read by every component. */
class ConsoleStore {
  private state: ConsoleState = nothingYet;
  private readonly listeners = new Set<Listener>();
  private readonly eventListeners = new Set<EventListener>();

  readonly get = (): ConsoleState => this.state;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  change(next: (state: ConsoleState) => ConsoleState): void {
    const changed = next(this.state);
    if (changed === this.state) return;
    this.state = changed;
    for (const listener of this.listeners) listener();
  }

  /** An event of the backend: the state takes it in, then whoever listens for events hears of it. */
  event(type: string, data: unknown): void {
    this.change((state) => reduce(state, type, data));
    for (const listener of this.eventListeners) listener(type, data);
  }

  onEvent(listener: EventListener): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }
}

export const store = new ConsoleStore();

/** A part of the state. The part must be the same object while nothing in it has changed. */
export function useConsole<T>(part: (state: ConsoleState) => T): T {
  const read = (): T => part(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
