import { visibleName } from "../text/visible.ts";
import { store, useConsole } from "./store.ts";
import type { Server } from "../api/types.ts";

/** The name to show for a server, by its id. */
export function useServerName(id: string): string {
  return useConsole((state) => nameIn(state.servers, id));
}

export function serverName(id: string): string {
  return nameIn(store.get().servers, id);
}

function nameIn(servers: readonly Server[], id: string): string {
  return visibleName(servers.find((server) => server.id === id)?.name ?? id);
}
