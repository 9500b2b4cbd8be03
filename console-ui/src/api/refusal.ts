import { readJson } from "../json/read.ts";
import { isObject, type Json, type JsonObject } from "../json/value.ts";
import { cutMessage } from "../text/visible.ts";
import type { Problem } from "./types.ts";

/**
 * A refusal by the backend; that it could not be reached (code `away`); or that somebody else is at its address (code
 * `stranger`).
 */
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

export function away(): ApiError {
  return new ApiError("The console's backend does not answer. It may have been stopped.", "away", 0);
}

export async function refusal(response: Response): Promise<ApiError> {
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
