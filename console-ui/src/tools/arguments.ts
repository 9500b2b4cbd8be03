import { useCallback, useState } from "react";
import type { Tool } from "../api/types.ts";
import { JsonProblem, readJson } from "../json/read.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { initialValue } from "../schema/initial.ts";
import { storableJson } from "../schema/secrets.ts";
import { keepDraft, readDraft } from "../state/drafts.ts";

/** The arguments being written: the value that the form shows and the text that the JSON field shows, in step. */
export interface Arguments {
  value: JsonObject;
  text: string;
  /** Why the text is no arguments, while it is none; the form then shows the last that was. */
  broken: string | null;
  setValue: (value: JsonObject) => void;
  setText: (text: string) => void;
  reset: () => void;
}

export function readArguments(text: string): { value: JsonObject } | { problem: string } {
  try {
    const value = text.trim() === "" ? {} : readJson(text);
    return isObject(value) ? { value } : { problem: "Arguments are a JSON object: { … }" };
  } catch (problem) {
    if (problem instanceof JsonProblem) return { problem: problem.message };
    throw problem;
  }
}

function start(tool: Tool): { value: JsonObject; text: string; broken: string | null } {
  const schema = tool.inputSchema ?? {};
  const initial = initialValue(schema, schema);
  const kept = readDraft(draftKey(tool));
  if (kept === null) return { value: initial, text: writeJson(initial, 2), broken: null };
  const read = readArguments(kept);
  return "value" in read ? { value: read.value, text: kept, broken: null } : { value: initial, text: kept, broken: read.problem };
}

function draftKey(tool: Tool): string {
  return `arguments.${tool.server}.${tool.name}`;
}

function keep(tool: Tool, text: string): void {
  keepDraft(draftKey(tool), text, storableJson(text, tool.inputSchema ?? {}));
}

/** Fills a tool's form from elsewhere, before it is shown. */
export function fillArguments(server: string, tool: string, given: unknown): void {
  const text = writeJson(given ?? {}, 2);
  keepDraft(`arguments.${server}.${tool}`, text, storableJson(text));
}

export function useArguments(tool: Tool): Arguments {
  const [state, setState] = useState(() => start(tool));
  const setValue = useCallback(
    (value: JsonObject) => {
      const text = writeJson(value, 2);
      keep(tool, text);
      setState({ value, text, broken: null });
    },
    [tool],
  );
  const setText = useCallback(
    (text: string) => {
      keep(tool, text);
      const read = readArguments(text);
      setState((before) => ("value" in read ? { value: read.value, text, broken: null } : { value: before.value, text, broken: read.problem }));
    },
    [tool],
  );
  const reset = useCallback(() => {
    keepDraft(draftKey(tool), null);
    setState(start(tool));
  }, [tool]);
  return { ...state, setValue, setText, reset };
}
