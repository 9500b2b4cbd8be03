import type { ReactElement } from "react";
import type { FieldProps } from "./context.ts";
import { useForm } from "./context.ts";
import { ChoiceField, FixedField } from "./ChoiceField.tsx";
import { JsonPart } from "./JsonPart.tsx";
import { ListField } from "./ListField.tsx";
import { NestedObject } from "./NestedObject.tsx";
import { NullableField } from "./NullableField.tsx";
import { NumberField, TextField } from "./TextField.tsx";
import { describe, fits } from "./shape.ts";
import { VariantField } from "./VariantField.tsx";

/** One part of the arguments, in the way its schema asks for. */
export function Field(props: FieldProps): ReactElement {
  const { root } = useForm();
  const about = describe(props.schema, root);
  if (about.nullable) return <NullableField {...props} />;
  return <PlainField {...props} />;
}

/** The same, whether or not it may be null. */
export function PlainField(props: FieldProps): ReactElement {
  const { root } = useForm();
  const { shape } = describe(props.schema, root);
  if (!fits(shape, props.value)) return <JsonPart {...props} />;
  switch (shape.kind) {
    case "text":
      return <TextField {...props} shape={shape} />;
    case "number":
      return <NumberField {...props} shape={shape} />;
    case "boolean":
      return (
        <ChoiceField
          {...props}
          options={[
            { label: "true", value: true },
            { label: "false", value: false },
          ]}
        />
      );
    case "choice":
      return <ChoiceField {...props} options={shape.options} />;
    case "fixed":
      return <FixedField {...props} fixed={shape.value} />;
    case "null":
      return <FixedField {...props} fixed={null} />;
    case "list":
      return <ListField {...props} shape={shape} />;
    case "object":
      return <NestedObject {...props} shape={shape} />;
    case "variants":
      return <VariantField {...props} options={shape.options} />;
    case "json":
      return <JsonPart {...props} />;
  }
}
