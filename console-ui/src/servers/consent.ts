import { api, ApiError, part } from "../api/client.ts";
import type { Server, WholeState } from "../api/types.ts";
import { store } from "../state/store.ts";

/**
 * Answers for a server that the person did not write down. A yes is for exactly what was shown; where that is no longer what
 * would start, the page gets the new text, shows it, and the person decides again.
 */
export async function answerConsent(server: Server, allow: boolean): Promise<void> {
  try {
    await api.post(`/api/servers/${part(server.id)}/consent`, allow ? { allow, seen: server.consent?.seen ?? "" } : { allow });
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === "changed") {
      await showAnew(server.id);
      throw new ApiError("It has changed since it was shown here, so nothing was started. Look at what it is now, and decide again.", problem.code, problem.status);
    }
    throw problem;
  }
}

async function showAnew(id: string): Promise<void> {
  const { servers } = await api.get<WholeState>("/api/state");
  const now = servers.find((one) => one.id === id);
  if (now) store.event("server", now);
  else store.event("server-gone", { id });
}
