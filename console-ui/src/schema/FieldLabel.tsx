import type { ReactElement } from "react";
import type { Json, JsonObject } from "../json/value.ts";
import { beginning, visibleName, visibleText } from "../text/visible.ts";
import { plain } from "./shape.ts";

/** The name of a field, whether it must be given, its type, and the title its schema gives it. */
export function FieldLabel({ name, schema, required, type }: { name: string; schema: JsonObject; required: boolean; type: string }): ReactElement {
  return (
    <span className="field-label">
      <bdi className="name mono">{visibleName(name)}</bdi>
      {required ? <span className="required">required</span> : null}
      <span className="dim small">{type}</span>
      {typeof schema.title === "string" && schema.title !== "" ? <span className="dim small name">{visibleName(schema.title)}</span> : null}
    </span>
  );
}

/** The words of the schema about a field, and its default. */
export function fieldHelp(schema: JsonObject): string | undefined {
  const parts: string[] = [];
  if (typeof schema.description === "string" && schema.description !== "") parts.push(visibleText(beginning(schema.description, 1000)));
  if (Object.hasOwn(schema, "default")) parts.push(`Default: ${visibleName(beginning(plain(schema.default as Json), 80))}.`);
  return parts.length > 0 ? parts.join(" ") : undefined;
}
