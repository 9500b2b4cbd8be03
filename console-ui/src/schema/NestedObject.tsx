import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { JsonObject } from "../json/value.ts";
import { visibleName } from "../text/visible.ts";
import { useForm, type FieldProps } from "./context.ts";
import { FieldLabel, fieldHelp } from "./FieldLabel.tsx";
import { blank } from "./initial.ts";
import { ObjectFields } from "./ObjectFields.tsx";
import { describe, type Shape } from "./shape.ts";

/** An object in an object. It is shown when it is there, so that a schema that contains itself ends somewhere. */
export function NestedObject(props: FieldProps & { shape: Extract<Shape, { kind: "object" }> }): ReactElement {
  const { schema: given, path, name, required, value, onChange, shape } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const label = visibleName(prefix + name);
  return (
    <fieldset className="nested" aria-label={label}>
      <legend>
        <FieldLabel name={name} schema={schema} required={required} type="object" />
      </legend>
      {fieldHelp(schema) ? <div className="help">{fieldHelp(schema)}</div> : null}
      {problemAt(path) ? <div className="bad-text">{problemAt(path)}</div> : null}
      {value === undefined ? (
        <Button size="compact-xs" variant="default" aria-label={`Add ${label}`} onClick={() => onChange(blank(given, root))}>
          Add
        </Button>
      ) : (
        <>
          <ObjectFields shape={shape} path={path} name={name} value={value as JsonObject} onChange={onChange} />
          {required ? null : (
            <Button size="compact-xs" variant="subtle" aria-label={`Leave it out: ${label}`} onClick={() => onChange(undefined)}>
              Leave it out
            </Button>
          )}
        </>
      )}
    </fieldset>
  );
}
