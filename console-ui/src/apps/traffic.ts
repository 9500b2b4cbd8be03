import { api } from "../api/client.ts";

const MOST_WAITING = 200;

/** Brings an app's messages into the traffic, one after the other; a flood of them is thinned, not queued. */
export function appTraffic(server: string, uri: string, call: string): (to: "host" | "app", message: unknown) => void {
  const waiting: unknown[] = [];
  let sending = false;
  const send = async (): Promise<void> => {
    sending = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await api.post("/api/apps/message", { server, uri, call, method: methodOf(next), message: next });
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

function methodOf(message: unknown): string {
  const { method } = message as { method?: unknown };
  return typeof method === "string" ? method.slice(0, 200) : "response";
}
