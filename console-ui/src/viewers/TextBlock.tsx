import { SegmentedControl } from "@mantine/core";
import { useEffect, useMemo, useState, type ReactElement } from "react";
import { messageOf } from "../api/client.ts";
import { readJson, readJsonCalmly } from "../json/read.ts";
import type { Json } from "../json/value.ts";
import { size } from "../text/format.ts";
import { Lazy } from "../ui/Lazy.tsx";
import { lazyPart } from "../ui/lazyPart.ts";
import { Refusal } from "../ui/notes.tsx";
import { kindsOf, parseCsv, tableIn, type TextKind } from "./guess.ts";
import { JsonTree } from "./JsonTree.tsx";
import { LongText } from "./LongText.tsx";
import { TableView } from "./TableView.tsx";
import { useWholeJson, type WholeJson, type WholeSource } from "./whole.ts";

const MarkdownView = lazyPart(async () => (await import("./MarkdownView.tsx")).MarkdownView);

const TITLES: Record<TextKind, string> = { text: "Text", markdown: "Markdown", json: "JSON", table: "Table" };
const READ_AT_ONCE = 200_000;
const CSV_ROWS = 20_000;

interface Props {
  text: string;
  mime?: string | null | undefined;
  label: string;
  /** Where the text goes on, when what is here is only its beginning. */
  rest?: WholeSource | undefined;
}

/** A text in the ways it can be looked at. */
export function TextBlock({ text, mime, label, rest }: Props): ReactElement {
  const cut = rest !== undefined && rest.total > text.length;
  const kinds = useMemo(() => (cut ? cutKinds(text) : kindsOf(text, mime)), [text, mime, cut]);
  const [chosen, setChosen] = useState<TextKind | null>(null);
  const kind = chosen && kinds.includes(chosen) ? chosen : cut ? "text" : kinds[0]!;
  return (
    <div className="text-block">
      {kinds.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label={`Show ${label} as`}
          value={kind}
          onChange={(value) => setChosen(value as TextKind)}
          data={kinds.map((one) => ({ value: one, label: TITLES[one] }))}
        />
      ) : null}
      {kind === "text" ? <LongText text={text} rest={rest} label={label} /> : null}
      {kind === "markdown" ? (
        <Lazy>
          <MarkdownView text={text} />
        </Lazy>
      ) : null}
      {kind === "table" ? <CsvTable text={text} label={label} /> : null}
      {kind === "json" ? <JsonText text={text} label={label} rest={cut ? rest : undefined} /> : null}
    </div>
  );
}

/** Of a beginning only its first letters say what it is. */
function cutKinds(text: string): TextKind[] {
  return /^\s*[[{]/.test(text) ? ["json", "text"] : ["text"];
}

function CsvTable({ text, label }: { text: string; label: string }): ReactElement {
  const [head = [], ...rows] = useMemo(() => parseCsv(text, CSV_ROWS), [text]);
  return <TableView columns={head} count={rows.length} rowAt={(index) => rows[index]!} label={label} />;
}

function JsonText({ text, label, rest }: { text: string; label: string; rest: WholeSource | undefined }): ReactElement {
  const fetched = useWholeJson(rest ?? null);
  const parsed = useParsed(rest ? null : text);
  const read = rest ? fetched : parsed;
  if (!read) return <p role="status">Reading {size(rest?.total ?? text.length)} …</p>;
  if (read.value === undefined) {
    return (
      <>
        <Refusal error={`This could not be read as JSON. ${read.problem ?? ""}`} />
        <LongText text={text} rest={rest} label={label} />
      </>
    );
  }
  return <JsonValue value={read.value} label={label} />;
}

/** A text that is all here, read as JSON; undefined while that is under way. */
function useParsed(text: string | null): WholeJson | undefined {
  const [parsed, setParsed] = useState<{ of: string; answer: WholeJson } | null>(null);
  useEffect(() => {
    if (text === null) return undefined;
    const stop = new AbortController();
    const settle = (answer: WholeJson): void => {
      if (!stop.signal.aborted) setParsed({ of: text, answer });
    };
    const read = async (): Promise<Json> => (text.length <= READ_AT_ONCE ? readJson(text) : readJsonCalmly(text, stop.signal));
    read().then(
      (value) => settle({ value }),
      (problem: unknown) => settle({ problem: messageOf(problem) }),
    );
    return () => stop.abort();
  }, [text]);
  return parsed !== null && parsed.of === text ? parsed.answer : undefined;
}

/** A value as a tree, or as a table where it is a list of alike objects. */
export function JsonValue({ value, label }: { value: Json; label: string }): ReactElement {
  const table = useMemo(() => tableIn(value), [value]);
  const [asTable, setAsTable] = useState(false);
  return (
    <>
      {table ? (
        <SegmentedControl
          size="xs"
          aria-label={`Show ${label} as tree or table`}
          value={asTable ? "table" : "tree"}
          onChange={(chosen) => setAsTable(chosen === "table")}
          data={[
            { value: "tree", label: "Tree" },
            { value: "table", label: "Table" },
          ]}
        />
      ) : null}
      {table && asTable ? (
        <TableView columns={table.columns} count={table.rows.length} rowAt={(index) => table.columns.map((column) => table.rows[index]![column])} label={label} />
      ) : (
        <JsonTree value={value} label={label} />
      )}
    </>
  );
}
