import { useEffect, useState } from "react";
import { api, ApiError } from "../api/client.ts";
import type { Problem, Tool } from "../api/types.ts";
import { isObject, type Json, type JsonObject } from "../json/value.ts";

/** Long enough that a person who types is not judged in the middle of a word. */
const PAUSE_MS = 350;

/**
 * What the backend, which knows the whole schema, says of arguments while they are written: null before it has looked at them.
 * It looks only at what somebody changed (`edits` counts), after a pause; an answer about earlier arguments is let go.
 */
export function useVerdict(tool: Tool, value: JsonObject, edits: number, ready: boolean): Problem[] | null {
  const [verdict, setVerdict] = useState<{ value: JsonObject; problems: Problem[] } | null>(null);
  useEffect(() => {
    if (edits === 0 || !ready) return undefined;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const { problems } = await api.post<{ problems: Problem[] }>("/api/check", { server: tool.server, tool: tool.name, arguments: value }, stop.signal);
        if (!stop.signal.aborted) setVerdict({ value, problems });
      } catch (problem) {
        // No verdict beforehand: running the tool tells what is wrong. Nothing is wrong with a question that was let go.
        if (!stop.signal.aborted && !(problem instanceof ApiError && problem.code === "away")) console.warn("The arguments could not be checked", problem);
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [tool, value, edits, ready]);
  return edits > 0 && ready && verdict?.value === value ? verdict.problems : null;
}

/** Those problems that lie in something that was written; what is still missing is not marked at its field before sending. */
export function inWritten(problems: Problem[], value: JsonObject): Problem[] {
  return problems.filter((problem) => problem.path !== "" && isAt(value, problem.path));
}

function isAt(value: Json, path: string): boolean {
  let at: Json | undefined = value;
  for (const step of path.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(name)];
    else if (isObject(at) && Object.hasOwn(at, name)) at = at[name];
    else return false;
  }
  return at !== undefined;
}
