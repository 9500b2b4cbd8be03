import { useEffect, useSyncExternalStore } from "react";
import { api, messageOf } from "../api/client.ts";
import type { KeptApproval, Policy, Prompt, Resource, ResourceTemplate, ServerMetrics, Tool } from "../api/types.ts";
import { store } from "./store.ts";
import type { ConsoleState } from "./model.ts";

export interface Fetched<T> {
  data: T;
  loaded: boolean;
  error: string | null;
}

/** A list that several areas show: fetched when first wanted, and again when the backend says that it changed. */
class SharedList<T> {
  private value: Fetched<T>;
  private mark: string | undefined;
  private readonly listeners = new Set<() => void>();
  private pending = false;

  constructor(
    private readonly path: string,
    nothing: T,
    private readonly markOf: (state: ConsoleState) => string,
  ) {
    this.value = { data: nothing, loaded: false, error: null };
    store.subscribe(() => this.refreshIfOld());
  }

  readonly get = (): Fetched<T> => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    this.refreshIfOld();
    return () => this.listeners.delete(listener);
  };

  private refreshIfOld(): void {
    const state = store.get();
    if (this.listeners.size === 0 || this.pending || state.link !== "live" || this.markOf(state) === this.mark) return;
    this.pending = true;
    // Ten servers that connect at once are one change.
    setTimeout(() => void this.refresh(), 40);
  }

  private async refresh(): Promise<void> {
    this.mark = this.markOf(store.get());
    try {
      this.value = { data: await api.get<T>(this.path), loaded: true, error: null };
    } catch (problem) {
      this.value = { ...this.value, error: messageOf(problem) };
    }
    this.pending = false;
    for (const listener of this.listeners) listener();
    this.refreshIfOld();
  }
}

function serversMark(state: ConsoleState, counts: (server: ConsoleState["servers"][number]) => unknown): string {
  return state.servers.map((server) => `${server.id}:${server.state}:${String(counts(server))}`).join();
}

const tools = new SharedList<{ tools: Tool[] }>("/api/tools", { tools: [] }, (state) =>
  [state.generation, state.changes.tools, state.changes.kept, serversMark(state, (server) => server.tools)].join("/"),
);
const prompts = new SharedList<{ prompts: Prompt[] }>("/api/prompts", { prompts: [] }, (state) =>
  [state.generation, state.changes.prompts, serversMark(state, (server) => server.prompts)].join("/"),
);
const resources = new SharedList<{ resources: Resource[]; templates: ResourceTemplate[] }>(
  "/api/resources",
  { resources: [], templates: [] },
  (state) =>
    [
      state.generation,
      state.changes.resources,
      serversMark(state, (server) => `${server.resources}.${server.templates}`),
    ].join("/"),
);
const metrics = new SharedList<{ servers: ServerMetrics[] }>("/api/metrics", { servers: [] }, (state) =>
  [state.generation, state.changes.metrics].join("/"),
);

const kept = new SharedList<{ kept: KeptApproval[] }>("/api/approvals/kept", { kept: [] }, (state) => [state.generation, state.changes.kept].join("/"));
const policies = new SharedList<{ policies: Policy[] }>("/api/policies", { policies: [] }, (state) =>
  [state.generation, state.changes.kept, serversMark(state, () => ""), JSON.stringify(state.settings)].join("/"),
);

function useShared<T>(list: SharedList<T>): Fetched<T> {
  return useSyncExternalStore(list.subscribe, list.get, list.get);
}

export const useTools = (): Fetched<{ tools: Tool[] }> => useShared(tools);
export const usePrompts = (): Fetched<{ prompts: Prompt[] }> => useShared(prompts);
export const useResources = (): Fetched<{ resources: Resource[]; templates: ResourceTemplate[] }> => useShared(resources);
export const useMetrics = (): Fetched<{ servers: ServerMetrics[] }> => useShared(metrics);
export const useKeptApprovals = (): Fetched<{ kept: KeptApproval[] }> => useShared(kept);
export const usePolicies = (): Fetched<{ policies: Policy[] }> => useShared(policies);

/** Runs something whenever an event of one of these types arrives. */
export function useEvents(listen: (type: string, data: unknown) => void): void {
  useEffect(() => store.onEvent(listen), [listen]);
}
