import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Json } from "../json/value.ts";
import { visibleName } from "../text/visible.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { useForm, type FieldProps } from "./context.ts";
import { Field } from "./Field.tsx";
import { FieldLabel, fieldHelp } from "./FieldLabel.tsx";
import { blank } from "./initial.ts";
import { describe, type Shape } from "./shape.ts";

const MOST_SHOWN = 100;

/** A list: items are added, removed and moved. */
export function ListField(props: FieldProps & { shape: Extract<Shape, { kind: "list" }> }): ReactElement {
  const { schema: given, path, name, required, value, onChange, shape } = props;
  const { root, problemAt, prefix } = useForm();
  const { schema } = describe(given, root);
  const items = (value as Json[] | undefined) ?? [];
  const schemaOf = (index: number): Json => shape.tuple[index] ?? shape.item;
  const label = visibleName(prefix + name);
  const swap = (index: number, other: number): void => {
    const next = [...items];
    [next[index], next[other]] = [next[other]!, next[index]!];
    onChange(next);
  };
  const canAdd = shape.item !== false || items.length < shape.tuple.length;
  return (
    <fieldset className="nested" aria-label={label}>
      <legend>
        <FieldLabel name={name} schema={schema} required={required} type="list" />
      </legend>
      {fieldHelp(schema) ? <div className="help">{fieldHelp(schema)}</div> : null}
      {problemAt(path) ? <div className="bad-text">{problemAt(path)}</div> : null}
      {items.slice(0, MOST_SHOWN).map((item, index) => (
        <div key={index} className="with-remove">
          <div className="grow min0">
            <Field
              schema={schemaOf(index)}
              path={`${path}/${index}`}
              name={`${name}[${index}]`}
              required
              value={item}
              onChange={(next) => onChange(items.with(index, next === undefined ? blankItem(index) : next))}
            />
          </div>
          <div className="item-buttons">
            <IconButton icon="up" size="sm" label={`Move ${label}[${index}] up`} disabled={index === 0} onClick={() => swap(index, index - 1)} />
            <IconButton icon="cross" size="sm" label={`Remove ${label}[${index}]`} onClick={() => remove(index)} />
          </div>
        </div>
      ))}
      {items.length > MOST_SHOWN ? <div className="dim">{items.length - MOST_SHOWN} more items; see them as JSON.</div> : null}
      <div className="item-buttons">
        <Button size="compact-xs" variant="default" disabled={!canAdd} aria-label={`Add item to ${label}`} onClick={() => onChange([...items, blankItem(items.length)])}>
          Add item
        </Button>
        {value === undefined && required ? (
          <Button size="compact-xs" variant="default" aria-label={`Empty list for ${label}`} onClick={() => onChange([])}>
            Empty list
          </Button>
        ) : null}
        {value !== undefined && items.length === 0 && !required ? (
          <Button size="compact-xs" variant="subtle" aria-label={`Empty list is sent; leave it out: ${label}`} onClick={() => onChange(undefined)}>
            Empty list is sent; leave it out
          </Button>
        ) : null}
      </div>
    </fieldset>
  );

  function blankItem(index: number): Json {
    const schemaHere = schemaOf(index);
    return schemaHere === true ? "" : blank(schemaHere, root);
  }

  function remove(index: number): void {
    const next = items.filter((_, place) => place !== index);
    onChange(next.length === 0 && !required ? undefined : next);
  }
}
