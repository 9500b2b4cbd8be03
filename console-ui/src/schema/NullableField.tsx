import { Checkbox } from "@mantine/core";
import type { ReactElement } from "react";
import { visibleName } from "../text/visible.ts";
import { useForm, type FieldProps } from "./context.ts";
import { PlainField } from "./Field.tsx";

/** A part that may also be null, which is not the same as left out. */
export function NullableField(props: FieldProps): ReactElement {
  const { prefix } = useForm();
  const isNull = props.value === null;
  return (
    <div className="nullable">
      <PlainField {...props} value={isNull ? undefined : props.value} />
      <Checkbox
        size="xs"
        label="null"
        aria-label={`${visibleName(prefix + props.name)} is null`}
        checked={isNull}
        onChange={(event) => props.onChange(event.currentTarget.checked ? null : undefined)}
      />
    </div>
  );
}
