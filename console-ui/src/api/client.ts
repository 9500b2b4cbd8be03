import { writeJson } from "../json/write.ts";
import { door, KEY_HEADER } from "./door.ts";
import { readAnswer } from "./read.ts";
import { away, refusal } from "./refusal.ts";

export { ApiError } from "./refusal.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function send(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", cache: "no-store", redirect: "error" };
  const headers: Record<string, string> = { Accept: "application/json" };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = writeJson(body);
  }
  for (let again = false; ; again = true) {
    init.headers = { ...headers, [KEY_HEADER]: await door.key() };
    const response = await reached(path, init);
    if (response.ok) return response;
    // The console may have been started again, or this browser let in anew by another tab; nothing was done.
    if (response.status === 401) door.forget();
    if (response.status !== 401 || again) throw await refusal(response);
  }
}

async function reached(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    door.forget();
    throw away();
  }
}

async function json<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(method, path, body, signal);
  const text = await response.text();
  return (text === "" ? {} : readAnswer(text)) as T;
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => json<T>("GET", path, undefined, signal),
  post: <T>(path: string, body: unknown = {}, signal?: AbortSignal) => json<T>("POST", path, body, signal),
  put: <T>(path: string, body: unknown) => json<T>("PUT", path, body),
  patch: <T>(path: string, body: unknown) => json<T>("PATCH", path, body),
  remove: <T>(path: string) => json<T>("DELETE", path),
  /** An answer that is read while it comes. */
  stream: (path: string, signal: AbortSignal) => send("GET", path, undefined, signal),
  blob: async (path: string, signal?: AbortSignal) => (await send("GET", path, undefined, signal)).blob(),
  text: async (path: string, signal?: AbortSignal) => (await send("GET", path, undefined, signal)).text(),
};

/** One part of a path, safe whatever is in it. */
export function part(text: string): string {
  return encodeURIComponent(text);
}

export function query(values: Record<string, string | number | undefined | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length === 0 ? "" : `?${given.map(([name, value]) => `${name}=${part(String(value))}`).join("&")}`;
}

export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
