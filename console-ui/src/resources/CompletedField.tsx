import { Textarea, TextInput } from "@mantine/core";
import { useEffect, useId, useState, type ReactElement } from "react";
import { api } from "../api/client.ts";
import type { Completion } from "../api/types.ts";
import { visibleName, visibleText } from "../text/visible.ts";

interface Props {
  name: string;
  required: boolean;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  server: string;
  reference: { type: "prompt"; name: string } | { type: "resource"; uriTemplate: string };
  /** What the other fields hold; a server may want to know. */
  context: Record<string, string>;
}

const PAUSE_MS = 200;

/** A field for which the server proposes values while one types. */
export function CompletedField({ name, required, description, value, onChange, server, reference, context }: Props): ReactElement {
  const id = useId();
  const [touched, setTouched] = useState(false);
  const proposed = useProposals(touched, server, reference, name, value, context);
  const common = {
    label: (
      <span className="field-label">
        <bdi className="mono">{visibleName(name)}</bdi>
        {required ? <span className="required">required</span> : null}
      </span>
    ),
    "aria-label": visibleName(name),
    description: description ? visibleText(description) : undefined,
    autoComplete: "off",
    value,
    onFocus: () => setTouched(true),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  // A field of one line would drop line breaks without a word.
  if (value.includes("\n")) return <Textarea {...common} autoFocus={touched} autosize minRows={2} maxRows={14} />;
  return (
    <>
      <TextInput
        {...common}
        list={id}
        onPaste={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget;
          const pasted = event.clipboardData.getData("text").replaceAll("\r\n", "\n");
          if (!pasted.includes("\n")) return;
          event.preventDefault();
          onChange(value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length));
        }}
      />
      <datalist id={id} data-testid="proposals">
        {proposed.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

function useProposals(wanted: boolean, server: string, reference: Props["reference"], name: string, value: string, context: Record<string, string>): string[] {
  const [values, setValues] = useState<string[]>([]);
  const about = JSON.stringify([reference, context]);
  useEffect(() => {
    if (!wanted) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const [ref, known] = JSON.parse(about) as [Props["reference"], Record<string, string>];
      const { [name]: _, ...others } = known;
      api.post<Completion>("/api/complete", { server, ref, argument: { name, value }, context: others }, stop.signal).then(
        (answer) => setValues(answer.values.slice(0, 100)),
        // A server without completion is no problem of the person who types.
        () => setValues([]),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, server, about, name, value]);
  return values;
}
