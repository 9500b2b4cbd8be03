import { Button, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { emptyObject, type Json, type JsonObject } from "../json/value.ts";
import { visibleName } from "../text/visible.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { escapePart } from "./check.ts";
import { useForm } from "./context.ts";
import { Field } from "./Field.tsx";
import { blank } from "./initial.ts";
import type { Shape } from "./shape.ts";

const MOST_SHOWN = 200;

interface Props {
  shape: Extract<Shape, { kind: "object" }>;
  path: string;
  name: string;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
}

/** The fields of an object: those of its schema, and whatever else is in it. */
export function ObjectFields({ shape, path, name, value, onChange }: Props): ReactElement {
  const { problemAt, root } = useForm();
  const known = new Set(shape.fields.map((field) => field.name));
  const others = Object.keys(value).filter((one) => !known.has(one));
  const set = (field: string, next: Json | undefined): void => {
    const changed = emptyObject();
    for (const one of Object.keys(value)) if (one !== field) changed[one] = value[one]!;
    if (next !== undefined) changed[field] = next;
    onChange(inOrder(changed, shape.fields.map((one) => one.name)));
  };
  const at = (field: string): string => (name === "" ? field : `${name}.${field}`);
  return (
    <>
      {problemAt(path) && path === "" ? <div className="bad-text" role="alert">{problemAt(path)}</div> : null}
      {shape.fields.slice(0, MOST_SHOWN).map((field) => (
        <Field
          key={field.name}
          schema={field.schema}
          path={`${path}/${escapePart(field.name)}`}
          name={at(field.name)}
          required={field.required}
          value={Object.hasOwn(value, field.name) ? value[field.name] : undefined}
          onChange={(next) => set(field.name, next)}
        />
      ))}
      {shape.fields.length > MOST_SHOWN ? <div className="dim">{shape.fields.length - MOST_SHOWN} more fields; fill them in as JSON.</div> : null}
      {others.slice(0, MOST_SHOWN).map((one) => (
        <div key={one} className="with-remove">
          <div className="grow min0">
            <Field
              schema={shape.more ?? true}
              path={`${path}/${escapePart(one)}`}
              name={at(one)}
              required={false}
              value={value[one]}
              onChange={(next) => set(one, next)}
            />
          </div>
          <IconButton icon="cross" size="sm" label={`Remove ${visibleName(at(one))}`} onClick={() => set(one, undefined)} />
        </div>
      ))}
      {others.length > MOST_SHOWN ? <div className="dim">{others.length - MOST_SHOWN} more fields; see them as JSON.</div> : null}
      {shape.more !== null && (shape.fields.length === 0 || shape.more !== true) ? (
        <AddField
          where={name}
          taken={(one) => Object.hasOwn(value, one)}
          add={(one) => set(one, blankFor(shape.more!))}
        />
      ) : null}
    </>
  );

  function blankFor(schema: Json): Json {
    return schema === true ? "" : blank(schema, root);
  }
}

function AddField({ where, taken, add }: { where: string; taken: (name: string) => boolean; add: (name: string) => void }): ReactElement {
  const [name, setName] = useState("");
  const label = where === "" ? "Name of a further field" : `Name of a further field of ${visibleName(where)}`;
  const enter = (): void => {
    if (name === "" || taken(name)) return;
    add(name);
    setName("");
  };
  return (
    <div className="add-field">
      <TextInput
        size="xs"
        aria-label={label}
        placeholder="name of a further field"
        value={name}
        error={name !== "" && taken(name) ? "is there already" : null}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            enter();
          }
        }}
      />
      <Button size="compact-xs" variant="default" disabled={name === "" || taken(name)} onClick={enter}>
        Add field
      </Button>
    </div>
  );
}

function inOrder(value: JsonObject, first: string[]): JsonObject {
  const ordered = emptyObject();
  for (const name of first) if (Object.hasOwn(value, name)) ordered[name] = value[name]!;
  for (const name of Object.keys(value)) if (!Object.hasOwn(ordered, name)) ordered[name] = value[name]!;
  return ordered;
}
