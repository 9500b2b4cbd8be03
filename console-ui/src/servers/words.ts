import type { Server, ServerState } from "../api/types.ts";
import { duration } from "../text/format.ts";
import type { ChipTone } from "../ui/Chip.tsx";

export const SERVER_WORDS: Record<ServerState, string> = {
  waiting: "waits for your consent",
  connecting: "connecting",
  connected: "connected",
  disconnected: "disconnected",
  error: "failed",
  login: "needs a login",
};

export const SERVER_TONES: Record<ServerState, ChipTone> = {
  waiting: "warn",
  connecting: "info",
  connected: "good",
  disconnected: "plain",
  error: "bad",
  login: "warn",
};

/** The state in words, with how long it is under way or when it is tried again. */
export function stateWords(server: Server, now: number): string {
  if (server.state === "waiting" && !server.consent?.needed) return "waiting";
  if (server.state === "connecting" && server.since) return `connecting… ${duration(now - server.since)}`;
  if (server.state === "error" && server.nextTryAt && server.nextTryAt > now) {
    return `failed, next try in ${duration(server.nextTryAt - now)}`;
  }
  return SERVER_WORDS[server.state];
}

/** Whether there is something to end: a connection, or the tries to get one. */
export function canDisconnect(server: Server): boolean {
  return server.state === "connected" || server.state === "connecting" || (server.state === "error" && Boolean(server.nextTryAt));
}

export const TRANSPORT_WORDS: Record<Server["transport"], string> = { stdio: "stdio", http: "HTTP", sse: "HTTP+SSE" };
