import { SegmentedControl } from "@mantine/core";
import { lazy, useEffect, useMemo, useState, type ReactElement } from "react";
import { readJson, readJsonCalmly } from "../json/read.ts";
import type { Json } from "../json/value.ts";
import { size } from "../text/format.ts";
import { Lazy } from "../ui/Lazy.tsx";
import { Refusal } from "../ui/notes.tsx";
import { kindsOf, parseCsv, tableIn, type TextKind } from "./guess.ts";
import { JsonTree } from "./JsonTree.tsx";
import { LongText, type RestOfText } from "./LongText.tsx";
import { TableView } from "./TableView.tsx";

const MarkdownView = lazy(async () => ({ default: (await import("./MarkdownView.tsx")).MarkdownView }));

const TITLES: Record<TextKind, string> = { text: "Text", markdown: "Markdown", json: "JSON", table: "Table" };
const READ_AT_ONCE = 200_000;
const CSV_ROWS = 20_000;

interface Props {
  text: string;
  mime?: string | null | undefined;
  label: string;
  /** Where the text goes on, when what is here is only its beginning. */
  rest?: RestOfText | undefined;
  /** Fetches all of a text of which only the beginning is here. */
  whole?: (() => Promise<string>) | undefined;
}

/** A text in the ways it can be looked at. */
export function TextBlock({ text, mime, label, rest, whole }: Props): ReactElement {
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
      {kind === "json" ? <JsonText text={text} label={label} whole={cut ? whole : undefined} total={rest?.total ?? text.length} /> : null}
    </div>
  );
}

/** Of a beginning only its first letters say what it is. */
function cutKinds(text: string): TextKind[] {
  return /^\s*[[{]/.test(text) ? ["json", "text"] : ["text"];
}

function CsvTable({ text, label }: { text: string; label: string }): ReactElement {
  const [head = [], ...rows] = useMemo(() => parseCsv(text, CSV_ROWS), [text]);
  return <TableView columns={head} rows={rows} label={label} />;
}

function JsonText(props: { text: string; label: string; whole?: (() => Promise<string>) | undefined; total: number }): ReactElement {
  const { text, label, whole, total } = props;
  const [parsed, setParsed] = useState<{ of: string; value?: Json; problem?: string } | null>(null);
  useEffect(() => {
    let stopped = false;
    const settle = (next: { value?: Json; problem?: string }): void => {
      if (!stopped) setParsed({ of: text, ...next });
    };
    const read = async (): Promise<void> => {
      const all = whole ? await whole() : text;
      settle({ value: all.length <= READ_AT_ONCE ? readJson(all) : await readJsonCalmly(all) });
    };
    read().catch((problem: unknown) => settle({ problem: problem instanceof Error ? problem.message : String(problem) }));
    return () => {
      stopped = true;
    };
  }, [text, whole]);
  if (parsed?.of !== text) return <p role="status">Reading {size(total)} …</p>;
  if (parsed.problem !== undefined || parsed.value === undefined) {
    return (
      <>
        <Refusal error={`This is not JSON after all. ${parsed.problem ?? ""}`} />
        <LongText text={text} label={label} />
      </>
    );
  }
  return <JsonValue value={parsed.value} label={label} />;
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
        <TableView columns={table.columns} rows={table.rows.map((row) => table.columns.map((column) => row[column]))} label={label} />
      ) : (
        <JsonTree value={value} label={label} />
      )}
    </>
  );
}
