import { Textarea, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { isNumber, numberFrom, sameJson, spell } from "../json/value.ts";
import { visibleName } from "../text/visible.ts";
import { isWhole } from "./check.ts";
import { useForm, useUnfinished, type FieldProps } from "./context.ts";
import { FieldLabel, fieldHelp } from "./FieldLabel.tsx";
import { describe, type Shape } from "./shape.ts";

const INPUT_TYPES: Record<string, string> = { email: "email", date: "date", time: "text", password: "password" };
const EXAMPLES: Record<string, string> = { "date-time": "2026-11-16T12:00:00Z", uri: "https://…", uuid: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", time: "12:00:00Z" };

/** Text. An optional one that is emptied is left out; a required one may be empty. */
export function TextField(props: FieldProps & { shape: Extract<Shape, { kind: "text" }> }): ReactElement {
  const { schema: given, path, name, required, value, onChange, shape } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const text = typeof value === "string" ? value : "";
  const [long, setLong] = useState(shape.long);
  // A field of one line would lose line breaks, also of a value that comes later. It stays long, so that it keeps the focus.
  if (!long && /[\r\n]/.test(text)) setLong(true);
  const common = {
    label: <FieldLabel name={name} schema={schema} required={required} type={shape.format ?? "text"} />,
    "aria-label": visibleName(prefix + name),
    description: fieldHelp(schema),
    error: problemAt(path),
    value: text,
    spellCheck: false,
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => {
      const next = event.currentTarget.value;
      onChange(next === "" && !required ? undefined : next);
    },
  };
  if (long) return <Textarea {...common} autosize minRows={2} maxRows={14} />;
  return (
    <TextInput
      {...common}
      type={INPUT_TYPES[shape.format ?? ""] ?? "text"}
      placeholder={EXAMPLES[shape.format ?? ""]}
      rightSection={
        shape.format === null ? (
          <button type="button" className="link small" aria-label={`Several lines for ${visibleName(name)}`} title="Several lines" onClick={() => setLong(true)}>
            ⏎
          </button>
        ) : null
      }
    />
  );
}

/** A number, kept as it is spelled: no digit is lost. */
export function NumberField(props: FieldProps & { shape: Extract<Shape, { kind: "number" }> }): ReactElement {
  const { schema: given, path, name, required, value, onChange, shape } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const [draft, setDraft] = useState<{ text: string; made: FieldProps["value"] }>({ text: "", made: undefined });
  const spelled = isNumber(value) ? spell(value) : "";
  const text = sameJson(draft.made, value) || draft.made === value ? (draft.text === "" ? spelled : draft.text) : spelled;
  const problem = text.trim() === "" ? null : problemWith(text.trim(), shape.whole);
  useUnfinished(path, problem);
  const change = (typed: string): void => {
    const number = numberFrom(typed.trim());
    setDraft({ text: typed, made: number });
    onChange(number);
  };
  return (
    <TextInput
      label={<FieldLabel name={name} schema={schema} required={required} type={shape.whole ? "integer" : "number"} />}
      aria-label={visibleName(prefix + name)}
      description={fieldHelp(schema)}
      inputMode={shape.whole ? "numeric" : "decimal"}
      autoComplete="off"
      error={problem ?? problemAt(path)}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function problemWith(text: string, whole: boolean): string | null {
  const number = numberFrom(text);
  if (number === undefined) return `must be ${whole ? "a whole number" : "a number"}, is "${text}"`;
  return whole && !isWhole(number) ? "must be a whole number" : null;
}
