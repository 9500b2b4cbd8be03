import { api } from "../api/client.ts";
import { beginning } from "../text/visible.ts";

const MOST_WAITING = 200;
const LONGEST = 200_000;

/** Brings an app's messages into the traffic, one after the other; a flood of them is thinned, not queued. */
export function appTraffic(server: string, uri: string, call: string): (to: "host" | "app", message: unknown) => void {
  const waiting: unknown[] = [];
  let sending = false;
  const send = async (): Promise<void> => {
    sending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await api.post("/api/apps/message", { server, uri, call, method: methodOf(next), message: slim(next) });
      } catch (problem) {
        console.error(problem);
      }
    }
    sending = false;
  };
  return (_, message) => {
    if (waiting.length >= MOST_WAITING) return;
    waiting.push(message);
    if (!sending) void send();
  };
}

/** What is very long is told by its size: the result of a tool is in its call, and is not kept twice. */
export function slim(message: unknown): unknown {
  const length = JSON.stringify(message).length;
  if (length <= LONGEST) return message;
  const { jsonrpc, id, method } = message as { jsonrpc?: unknown; id?: unknown; method?: unknown };
  return { jsonrpc, ...(id === undefined ? {} : { id }), ...(method === undefined ? {} : { method }), "fairlead/leftOut": `${length} characters` };
}

function methodOf(message: unknown): string {
  const { method } = message as { method?: unknown };
  return typeof method === "string" ? beginning(method, 199) : "response";
}
