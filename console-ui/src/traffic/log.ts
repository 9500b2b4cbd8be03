import { useEffect, useRef, useSyncExternalStore } from "react";
import { api } from "../api/client.ts";
import type { Row } from "../api/types.ts";
import { store } from "../state/store.ts";

/** As many rows as the backend keeps. */
export const ROWS_KEPT = 10_000;

interface TrafficAnswer {
  rows: Row[];
  missed?: number | null;
}

/**
 * The rows of traffic. They come by the thousand, so they are kept in place and readers are told at most once per frame, by a
 * new version number.
 */
export class TrafficLog {
  private rows: Row[] = [];
  private readonly places = new Map<string, number>();
  private removed = 0;
  private missed = 0;
  private version = 0;
  private told = true;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly schedule: (work: () => void) => void) {}

  listen(): void {
    let generation = 0;
    store.onEvent((type, data) => {
      if (type === "traffic") this.add((data as { rows: Row[] }).rows);
      if (type === "traffic-cleared") this.clear();
    });
    store.subscribe(() => {
      const state = store.get();
      if (state.generation === generation) return;
      generation = state.generation;
      void this.load();
    });
  }

  private async load(): Promise<void> {
    this.clear();
    try {
      const { rows, missed } = await api.get<TrafficAnswer>(`/api/traffic?limit=${ROWS_KEPT}`);
      this.missed = missed ?? 0;
      // What came by events meanwhile is newer than the answer.
      const newer = this.rows;
      this.clear();
      this.add(rows.toReversed());
      this.add(newer);
    } catch (problem) {
      console.error(problem);
    }
  }

  /** Asks how many messages were missed by now; the events do not say. */
  async count(signal: AbortSignal): Promise<void> {
    const { missed } = await api.get<TrafficAnswer>("/api/traffic?limit=1", signal);
    if (signal.aborted || (missed ?? 0) === this.missed) return;
    this.missed = missed ?? 0;
    this.tell();
  }

  /** How many messages the backend could not look at, since it started, because too many came at once. */
  missedOnes(): number {
    return this.missed;
  }

  /** How many rows there were since the last clearing. */
  total(): number {
    return this.removed + this.rows.length;
  }

  /** How many rows were let go at the front: the place of a row in all there were stays the same. */
  letGo(): number {
    return this.removed;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const place = this.places.get(row.id);
      if (place !== undefined) this.rows[place - this.removed] = row;
      else {
        this.places.set(row.id, this.removed + this.rows.length);
        this.rows.push(row);
      }
    }
    const over = this.rows.length - ROWS_KEPT;
    if (over > 0) {
      for (const row of this.rows.splice(0, over)) this.places.delete(row.id);
      this.removed += over;
    }
    this.tell();
  }

  clear(): void {
    this.rows = [];
    this.places.clear();
    this.removed = 0;
    this.tell();
  }

  all(): readonly Row[] {
    return this.rows;
  }

  find(id: string): Row | undefined {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.rows[place - this.removed];
  }

  readonly current = (): number => this.version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tell(): void {
    if (!this.told) return;
    this.told = false;
    this.schedule(() => {
      this.told = true;
      this.version++;
      for (const listener of this.listeners) listener();
    });
  }
}

export const trafficLog = new TrafficLog((work) => setTimeout(work, 100));

/** Rerenders when rows have come; the number changes with them. */
export function useTraffic(): number {
  return useSyncExternalStore(trafficLog.subscribe, trafficLog.current);
}

const COUNT_AGAIN_MS = 2_000;

/** How many messages are missing in the traffic; asked for now and then while rows come. */
export function useMissed(version: number): number {
  const asking = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => {
    if (asking.current !== null) return;
    asking.current = setTimeout(() => {
      const { signal } = (stop.current = new AbortController());
      asking.current = null;
      trafficLog.count(signal).catch((problem: unknown) => {
        // The number stays as it was; that the backend is away is said elsewhere.
        if (!signal.aborted) console.warn("It is not known how many messages were missed", problem);
      });
    }, COUNT_AGAIN_MS);
  }, [version]);
  useEffect(
    () => () => {
      if (asking.current !== null) clearTimeout(asking.current);
      asking.current = null;
      stop.current?.abort();
    },
    [],
  );
  return trafficLog.missedOnes();
}
