import { NativeSelect } from "@mantine/core";
import { createContext, useContext, useState, type ReactElement } from "react";
import type { Json } from "../json/value.ts";
import { visibleName } from "../text/visible.ts";
import { check } from "./check.ts";
import { useForm, type FieldProps } from "./context.ts";
import { PlainField } from "./Field.tsx";
import { FieldLabel, fieldHelp } from "./FieldLabel.tsx";
import { blank } from "./initial.ts";
import { JsonPart } from "./JsonPart.tsx";
import { describe } from "./shape.ts";

type VariantProps = FieldProps & { options: { label: string; schema: Json }[] };

const DEEPEST = 12;
/** How much is tried to find out which kind a value is; the person can always say. */
const MOST_TRIED = 40;
const STEPS_EACH = 2_000;
const Depth = createContext(0);
const NONE = "none";
const JSON_TEXT = "json";

/** One of several kinds of value: first which kind, then the value. Any JSON is always possible. */
export function VariantField(props: VariantProps): ReactElement {
  const depth = useContext(Depth);
  // Kinds of kinds of kinds: a schema that is one of itself has no end.
  if (depth >= DEEPEST) return <JsonPart {...props} />;
  return (
    <Depth.Provider value={depth + 1}>
      <Variants {...props} />
    </Depth.Provider>
  );
}

function Variants(props: VariantProps): ReactElement {
  const { schema: given, path, name, required, value, onChange, options } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const [chosen, setChosen] = useState<string | null>(null);
  const fitting = (): string => {
    if (value === undefined) return NONE;
    const index = options.findIndex((option, place) => place < MOST_TRIED && check(value, option.schema, root, STEPS_EACH).length === 0);
    return index < 0 ? JSON_TEXT : String(index);
  };
  const current = value === undefined ? NONE : (chosen ?? fitting());
  const option = options[Number(current)];
  return (
    <fieldset className="nested" aria-label={visibleName(prefix + name)}>
      <legend>
        <FieldLabel name={name} schema={schema} required={required} type="one of" />
      </legend>
      {fieldHelp(schema) ? <div className="help">{fieldHelp(schema)}</div> : null}
      <NativeSelect
        size="xs"
        aria-label={`Kind of ${visibleName(prefix + name)}`}
        error={problemAt(path)}
        value={current}
        data={[
          { value: NONE, label: required ? "– choose –" : "– not given –" },
          ...options.map((one, index) => ({ value: String(index), label: visibleName(one.label) })),
          { value: JSON_TEXT, label: "any JSON" },
        ]}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setChosen(next);
          if (next === NONE) onChange(undefined);
          else if (next !== JSON_TEXT) onChange(blank(options[Number(next)]!.schema, root));
          else if (value === undefined) onChange(null);
        }}
      />
      {option ? <PlainField {...props} key={current} schema={option.schema} required /> : null}
      {current === JSON_TEXT ? <JsonPart {...props} required /> : null}
    </fieldset>
  );
}
