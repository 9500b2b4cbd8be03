import { readJson } from "../json/read.ts";
import { readAnswer } from "./read.ts";
import { writeJson } from "../json/write.ts";
import { isObject, type Json, type JsonObject } from "../json/value.ts";
import { cutMessage } from "../text/visible.ts";
import type { Problem } from "./types.ts";

/** A refusal by the backend, or that it could not be reached (code `away`). */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
    readonly field?: string,
    readonly hint?: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function send(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", cache: "no-store", headers: { Accept: "application/json" } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { Accept: "application/json", "Content-Type": "application/json" };
    init.body = writeJson(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError("The console's backend does not answer. It may have been stopped.", "away", 0);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  try {
    const whole = readJson(text);
    const error = isObject(whole) && isObject(whole.error) ? whole.error : undefined;
    if (error) {
      return new ApiError(
        message(error) ?? `Refused (HTTP ${response.status}).`,
        words(error.code) ?? "refused",
        response.status,
        words(error.field),
        words(error.hint),
        (Array.isArray(error.problems) ? (error.problems as unknown as Problem[]) : undefined) ??
          (isObject(whole) && Array.isArray(whole.problems) ? (whole.problems as unknown as Problem[]) : []),
      );
    }
  } catch {
    // Not the backend's own form; the status says what there is to say.
  }
  return new ApiError(`The backend refused this (HTTP ${response.status}).`, "refused", response.status);
}

function message(error: JsonObject): string | undefined {
  const said = words(error.message);
  return said && cutMessage(said, typeof error.messageCut === "number" ? error.messageCut : null);
}

function words(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
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
