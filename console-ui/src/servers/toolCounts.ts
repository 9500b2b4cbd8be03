import type { Server } from "../api/types.ts";
import { serverName } from "../state/names.ts";
import { count } from "../text/format.ts";

/** How many tools a server has, or why that is not known. */
export function toolCount(server: Server): string {
  if (server.tools !== null && server.tools !== undefined) return count(server.tools, "tool");
  return server.state === "connecting" || server.state === "connected" ? "tools not listed yet" : "tools not known";
}

/** Why a list of tools is empty, in words of its own for each reason. */
export function whyNoTools(servers: readonly Server[], only: Server | undefined): string {
  const meant = only ? [only] : servers;
  const who = only ? serverName(only.id) : "";
  if (meant.length === 0) return "No server is connected. Connect one with the button at the top right.";
  if (meant.some((server) => server.state === "connecting" || (server.state === "connected" && (server.tools === null || server.tools === undefined)))) {
    return only ? `${who} is connecting; its tools are not listed yet.` : "Servers are connecting; their tools are not listed yet.";
  }
  if (!meant.some((server) => server.state === "connected")) return only ? `${who} is not connected.` : "No server is connected.";
  return only ? `${who} has no tools.` : "The connected servers have no tools.";
}

/** What is connected, for the beginning of a chat. */
export function connectedWords(servers: readonly Server[]): string {
  const connected = servers.filter((server) => server.state === "connected");
  const known = connected.filter((server) => server.tools !== null && server.tools !== undefined);
  const tools = known.reduce((sum, server) => sum + (server.tools ?? 0), 0);
  return known.length < connected.length ? `${count(connected.length, "server")} connected, whose tools are still being listed.` : `${count(connected.length, "server")} with ${count(tools, "tool")} connected.`;
}
