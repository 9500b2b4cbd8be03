import { Textarea } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { jsonProblem } from "../json/JsonField.tsx";
import { readJson } from "../json/read.ts";
import { sameJson } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { visibleName } from "../text/visible.ts";
import { useForm, useUnfinished, type FieldProps } from "./context.ts";
import { FieldLabel, fieldHelp } from "./FieldLabel.tsx";
import { describe } from "./shape.ts";

/** A part of the arguments as JSON: for every schema that has no better field, and for values that do not fit theirs. */
export function JsonPart({ schema: given, path, name, required, value, onChange }: FieldProps): ReactElement {
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const [draft, setDraft] = useState<{ text: string; made: FieldProps["value"] } | null>(null);
  const written = value === undefined ? "" : writeJson(value, 2);
  const text = draft && (draft.made === value || sameJson(draft.made, value)) ? draft.text : written;
  const problem = text.trim() === "" ? null : jsonProblem(text);
  useUnfinished(path, problem);
  const change = (typed: string): void => {
    const made = typed.trim() === "" ? undefined : jsonProblem(typed) === null ? readJson(typed) : value;
    setDraft({ text: typed, made });
    onChange(made);
  };
  return (
    <Textarea
      className="mono-field"
      label={<FieldLabel name={name} schema={schema} required={required} type="JSON" />}
      aria-label={visibleName(prefix + name)}
      description={fieldHelp(schema)}
      error={problem ?? problemAt(path)}
      autosize
      minRows={1}
      maxRows={12}
      spellCheck={false}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
