import { useCallback, useMemo, useRef, type ReactElement } from "react";
import type { Problem } from "../api/types.ts";
import type { Json, JsonObject } from "../json/value.ts";
import { Form } from "./context.ts";
import { ObjectFields } from "./ObjectFields.tsx";
import { describe } from "./shape.ts";
import { JsonPart } from "./JsonPart.tsx";

interface Props {
  schema: Json;
  value: JsonObject;
  onChange: (value: JsonObject) => void;
  problems: Problem[];
  onUnfinished?: (problems: Problem[]) => void;
  /** Stands before the names of the fields where several forms are on the page. */
  prefix?: string;
}

/** A form made from a JSON Schema. */
export function SchemaForm({ schema, value, onChange, problems, onUnfinished, prefix = "" }: Props): ReactElement {
  const pending = useRef(new Map<string, string>());
  const tell = useRef(onUnfinished);
  tell.current = onUnfinished;
  const unfinished = useCallback((path: string, message: string | null) => {
    const before = pending.current.get(path) ?? null;
    if (before === message) return;
    if (message === null) pending.current.delete(path);
    else pending.current.set(path, message);
    tell.current?.([...pending.current].map(([at, words]) => ({ path: at, message: words })));
  }, []);
  const context = useMemo(() => {
    const byPath = new Map<string, string>();
    for (const one of problems) byPath.set(one.path, byPath.has(one.path) ? `${byPath.get(one.path)}; ${one.message}` : one.message);
    return { root: schema, prefix, unfinished, problemAt: (path: string) => byPath.get(path) ?? null };
  }, [schema, prefix, problems, unfinished]);
  const { shape } = describe(schema, schema);
  return (
    <Form.Provider value={context}>
      <div className="schema-form">
        {shape.kind === "object" ? (
          <ObjectFields shape={shape} path="" name="" value={value} onChange={onChange} />
        ) : (
          <JsonPart schema={schema} path="" name="arguments" required value={value} onChange={(next) => onChange((next ?? {}) as JsonObject)} />
        )}
      </div>
    </Form.Provider>
  );
}
