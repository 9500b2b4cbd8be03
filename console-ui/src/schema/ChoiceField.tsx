import { Input, NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { sameJson, type Json } from "../json/value.ts";
import { beginning, visibleName } from "../text/visible.ts";
import { useForm, type FieldProps } from "./context.ts";
import { FieldLabel, fieldHelp } from "./FieldLabel.tsx";
import { describe, plain } from "./shape.ts";

const NONE = "none";
const OTHER = "other";

/** One of several values. Nothing chosen is nothing sent. */
export function ChoiceField(props: FieldProps & { options: { label: string; value: Json }[] }): ReactElement {
  const { schema: given, path, name, required, value, onChange, options } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const index = options.findIndex((option) => sameJson(option.value, value));
  const other = value !== undefined && index < 0;
  return (
    <NativeSelect
      label={<FieldLabel name={name} schema={schema} required={required} type={options.every((one) => typeof one.value === "boolean") ? "boolean" : "choice"} />}
      aria-label={visibleName(prefix + name)}
      description={fieldHelp(schema)}
      error={problemAt(path)}
      value={other ? OTHER : index < 0 ? NONE : String(index)}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (chosen !== OTHER) onChange(chosen === NONE ? undefined : options[Number(chosen)]?.value);
      }}
      data={[
        { value: NONE, label: required ? "– choose –" : "– not given –" },
        ...options.map((option, place) => ({ value: String(place), label: visibleName(beginning(option.label, 120)) })),
        ...(other ? [{ value: OTHER, label: `${visibleName(beginning(plain(value), 60))} (not among the choices)` }] : []),
      ]}
    />
  );
}

/** A value that the schema fixes: there to be seen, and sent where it is required or ticked. */
export function FixedField(props: FieldProps & { fixed: Json }): ReactElement {
  const { schema: given, path, name, required, value, onChange, fixed } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  return (
    <Input.Wrapper
      label={<FieldLabel name={name} schema={schema} required={required} type="fixed" />}
      description={fieldHelp(schema)}
      error={problemAt(path)}
      labelElement="div"
    >
      <label className="fixed-field">
        <input
          type="checkbox"
          aria-label={visibleName(prefix + name)}
          checked={value !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked ? fixed : undefined)}
        />
        <span className="mono">{visibleName(plain(fixed))}</span>
      </label>
    </Input.Wrapper>
  );
}
