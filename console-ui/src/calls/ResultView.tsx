import { Tabs } from "@mantine/core";
import { useMemo, useState, type ReactElement } from "react";
import { part, query } from "../api/client.ts";
import type { Call, Result } from "../api/types.ts";
import type { Json } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { count, size } from "../text/format.ts";
import { beginning, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { DownloadButton } from "../ui/download.tsx";
import { Guarded } from "../ui/Lazy.tsx";
import { Refusal } from "../ui/notes.tsx";
import { BlockView } from "../viewers/BlockView.tsx";
import { JsonTree } from "../viewers/JsonTree.tsx";
import { LongText } from "../viewers/LongText.tsx";
import { JsonValue } from "../viewers/TextBlock.tsx";
import { useWholeJson } from "../viewers/whole.ts";
import { CallTraffic } from "./CallTraffic.tsx";
import { timing } from "./words.ts";

const VIOLATIONS_SHOWN = 20;
const RAW_AT_MOST = 400_000;

/** What came back: as it is meant to be seen, structured, raw, and what went over the wire. */
export function ResultView({ call }: { call: Call }): ReactElement | null {
  const { result } = call;
  const structured = (result?.structured !== undefined && result.structured !== null) || (result?.structuredCut ?? 0) > 0;
  const hasTraffic = (call.traffic?.length ?? 0) > 0;
  const [tab, setTab] = useState<string | null>(null);
  if (!result && !hasTraffic) return null;
  const shown = tab ?? (result ? ((result.content?.length ?? 0) > 0 || !structured ? "view" : "structured") : "traffic");
  return (
    <div role="group" aria-label="Result" className="result">
      <div className="result-head dim">
        {timing(call)}
        {result ? <> · {size(result.bytes ?? call.bytes)}</> : null} <SchemaVerdict call={call} />
        {result?.isError ? <Chip tone="bad">the tool says this is an error</Chip> : null}
        {result ? (
          <DownloadButton path={`/api/calls/${part(call.id)}/result.json`} name={`${call.tool.replace(/[^\w.-]+/g, "_")}.json`} />
        ) : null}
      </div>
      <Tabs value={shown} onChange={setTab} keepMounted={false}>
        <Tabs.List aria-label="Ways to look at the result">
          {result ? <Tabs.Tab value="view">View</Tabs.Tab> : null}
          {structured ? <Tabs.Tab value="structured">Structured</Tabs.Tab> : null}
          {result ? <Tabs.Tab value="raw">Raw</Tabs.Tab> : null}
          <Tabs.Tab value="traffic">Traffic</Tabs.Tab>
        </Tabs.List>
        {result ? (
          <Tabs.Panel value="view" pt="xs">
            <Blocks call={call} result={result} />
          </Tabs.Panel>
        ) : null}
        {structured ? (
          <Tabs.Panel value="structured" pt="xs">
            <Structured call={call} result={result!} />
          </Tabs.Panel>
        ) : null}
        {result ? (
          <Tabs.Panel value="raw" pt="xs">
            <Raw result={result} />
          </Tabs.Panel>
        ) : null}
        <Tabs.Panel value="traffic" pt="xs">
          <CallTraffic call={call} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Blocks({ call, result }: { call: Call; result: Result }): ReactElement {
  const blocks = result.content ?? [];
  if (blocks.length === 0) {
    return (result.structured === undefined || result.structured === null) && !result.structuredCut ? (
      <p className="dim">The tool returned nothing.</p>
    ) : (
      <Structured call={call} result={result} />
    );
  }
  return (
    <div className="blocks" data-testid="result-blocks">
      {blocks.map((block, index) => (
        <div key={index} className="block">
          <Guarded>
            <BlockView
              block={block}
              server={call.server}
              label={blocks.length === 1 ? "result" : `result, part ${index + 1}`}
              call={{ id: call.id, index }}
            />
          </Guarded>
        </div>
      ))}
    </div>
  );
}

function Structured({ call, result }: { call: Call; result: Result }): ReactElement {
  const [attempt, setAttempt] = useState(0);
  const total = result.structuredCut ?? 0;
  const cut = result.structured === undefined || result.structured === null;
  const whole = useWholeJson(
    cut && attempt > 0 ? { key: `${call.id}/structured`, total, path: (from, length) => `/api/calls/${part(call.id)}/result${query({ part: "structured", from, length })}` } : null,
    attempt,
  );
  const value = cut ? whole?.value : result.structured;
  if (value !== undefined) return <JsonValue value={value} label="structured result" />;
  const loading = attempt > 0 && !whole;
  return (
    <>
      <p>
        It is large.{" "}
        <button type="button" className="link" disabled={loading} onClick={() => setAttempt(attempt + 1)}>
          {loading ? "Loading…" : `Load all of it (${size(total)})`}
        </button>
      </p>
      <Refusal error={whole?.problem} />
    </>
  );
}

function Raw({ result }: { result: Result }): ReactElement {
  const text = useMemo(() => ((result.bytes ?? 0) < RAW_AT_MOST ? writeJson(result, 2) : null), [result]);
  return text === null ? <JsonTree value={result as unknown as Json} label="raw result" /> : <LongText text={text} label="raw result" />;
}

/** Whether what is structured is as the tool's schema promises. */
function SchemaVerdict({ call }: { call: Call }): ReactElement | null {
  const { schema } = call;
  if (!schema?.checked) return null;
  if (schema.violations.length === 0) return <Chip tone="good">matches its schema</Chip>;
  return (
    <details className="verdict">
      <summary>
        <Chip tone="bad">{count(schema.violations.length, "violation")} of its schema</Chip>
      </summary>
      <ul>
        {schema.violations.slice(0, VIOLATIONS_SHOWN).map((one, index) => (
          <li key={index}>{visibleText(beginning(one, 500))}</li>
        ))}
      </ul>
    </details>
  );
}

/** The result as text, for copying. */
export function resultText(call: Call): string {
  const { result } = call;
  if (!result) return call.error?.message ?? "";
  const texts = (result.content ?? []).map((block) => block.text).filter((text) => typeof text === "string");
  if (texts.length > 0) return texts.join("\n");
  return writeJson(result.structured ?? result, 2);
}
