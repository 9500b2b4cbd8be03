import type { Call } from "../api/types.ts";
import { go } from "../app/route.ts";

/** Goes to where a call is shown: its chat, or its tool. */
export function showCall(call: Call): void {
  if (call.chat) go("chat", call.chat);
  else go("tools", call.server, call.tool, "call", call.id);
}

/** Goes to what went over the wire for a call. */
export function showInTraffic(call: Call): void {
  const id = call.traffic?.at(-1);
  if (id) go("traffic", id);
  else go("traffic");
}
