import { createHmac } from "node:crypto";
import { door, type Session } from "../src/api/door.ts";
import { startFake, type Fake } from "./fake/backend.ts";

/** The stand-in for the backend, reached by the page's own calls, and what was sent to it. */
export interface Reached extends Fake {
  sent: { method: string; path: string; body: unknown }[];
}

export async function reachFake(): Promise<Reached> {
  const fake = await startFake();
  const sent: Reached["sent"] = [];
  const real = globalThis.fetch;
  const leave = answering((path, init) => {
    sent.push({ method: init?.method ?? "GET", path, body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined });
    return real(new URL(path, fake.url), init);
  });
  return {
    ...fake,
    sent,
    stop: async () => {
      leave();
      await fake.stop();
    },
  };
}

const HERE = "http://127.0.0.1:4199";
const GIVEN: Session = { session: "of-tests", key: "of-tests" };

/** Has a page that was let in ask somebody, who is taken for the console; returns what ends that. */
export function answering(ask: (path: string, init?: RequestInit) => Promise<Response>): () => void {
  const real = globalThis.fetch;
  const leave = at(HERE);
  globalThis.fetch = (path, init) => {
    const url = new URL(String(path), HERE);
    if (url.pathname !== "/api/hello") return ask(String(path), init);
    const proof = createHmac("sha256", GIVEN.key).update(`console\n${url.port}\nrun\n${url.searchParams.get("nonce")}`);
    return Promise.resolve(Response.json({ run: "run", proof: proof.digest("base64url") }));
  };
  door.again();
  door.keep(GIVEN);
  let over = false;
  return () => {
    if (over) return;
    over = true;
    globalThis.fetch = real;
    door.again();
    door.keep(null);
    leave();
  };
}

/** Has the page be at an address, as far as it looks, with a storage of its own. */
export function at(url: string): () => void {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) };
  Object.defineProperty(globalThis, "location", { configurable: true, value: new URL(url) });
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storage });
  return () => {
    Reflect.deleteProperty(globalThis, "location");
    Reflect.deleteProperty(globalThis, "localStorage");
  };
}
