import { startFake, type Fake } from "./fake/backend.ts";

/** The stand-in for the backend, reached by the page's own calls, and what was sent to it. */
export interface Reached extends Fake {
  sent: { method: string; path: string; body: unknown }[];
}

export async function reachFake(): Promise<Reached> {
  const fake = await startFake();
  const sent: Reached["sent"] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (path, init) => {
    sent.push({ method: init?.method ?? "GET", path: String(path), body: typeof init?.body === "string" ? JSON.parse(init.body) : undefined });
    return real(new URL(String(path), fake.url), init);
  };
  return {
    ...fake,
    sent,
    stop: async () => {
      globalThis.fetch = real;
      await fake.stop();
    },
  };
}
