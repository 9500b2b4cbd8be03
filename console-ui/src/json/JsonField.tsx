import { Textarea } from "@mantine/core";
import { useMemo, type ReactElement } from "react";
import { JsonProblem, readJson } from "./read.ts";
import { writeJson } from "./write.ts";

interface Props {
  label: string;
  text: string;
  onChange: (text: string) => void;
  minRows?: number;
  hideLabel?: boolean;
  error?: string | null;
  id?: string;
}

export function jsonProblem(text: string): string | null {
  try {
    readJson(text);
    return null;
  } catch (problem) {
    if (problem instanceof JsonProblem) return problem.message;
    throw problem;
  }
}

/** A field for JSON: says where it is wrong, and formats it on wish. */
export function JsonField({ label, text, onChange, minRows = 4, hideLabel, error, id }: Props): ReactElement {
  const problem = useMemo(() => (text.trim() === "" ? null : jsonProblem(text)), [text]);
  return (
    <div className="json-field">
      <Textarea
        className="mono-field"
        {...(hideLabel ? { "aria-label": label } : { label })}
        {...(id ? { id } : {})}
        autosize
        minRows={minRows}
        maxRows={24}
        spellCheck={false}
        autoComplete="off"
        value={text}
        error={problem ?? error ?? null}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="button" className="link small" disabled={problem !== null || text.trim() === ""} onClick={() => onChange(writeJson(readJson(text), 2))}>
        Format
      </button>
    </div>
  );
}
