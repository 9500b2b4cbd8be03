import { Button, Tabs } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { part } from "../api/client.ts";
import type { Exchange, Row } from "../api/types.ts";
import { showCall } from "../calls/show.ts";
import { useFetch } from "../state/fetch.ts";
import { useServerName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { clockWithMillis, duration, size } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Note, Refusal } from "../ui/notes.tsx";
import { TextBlock } from "../viewers/TextBlock.tsx";
import { DIRECTION_NAMES, STATUS_WORDS } from "./words.ts";

/** One exchange whole: request, response, headers, error output. */
export function ExchangePane({ id, row: live, onClose }: { id: string; row: Row | undefined; onClose: () => void }): ReactElement {
  const fetched = useFetch<Exchange>(`/api/traffic/${part(id)}`);
  const exchange = fetched.data;
  const row = live ?? exchange?.row;
  const server = useServerName(row?.server ?? "");
  const call = useConsole((state) => (row?.call ? state.calls.get(row.call) : undefined));
  const { again } = fetched;
  const status = live?.status;
  useEffect(() => {
    // The answer came while the request was looked at.
    if (status && status !== "open") again();
  }, [status, again]);
  const [tab, setTab] = useState<string | null>(null);
  const tabs = exchange ? tabsOf(exchange) : [];
  const shown = tab && tabs.includes(tab) ? tab : (tabs[0] ?? null);
  return (
    <section className="exchange" aria-label="Exchange">
      <div className="bar">
        <h2 className="name grow exchange-title">{visibleName(row?.method ?? row?.kind ?? id)}</h2>
        {call ? (
          <Button size="compact-xs" variant="default" onClick={() => showCall(call)}>
            Show the call
          </Button>
        ) : null}
        <IconButton icon="cross" label="Close the exchange" onClick={onClose} />
      </div>
      <div className="pad">
        {row ? (
          <p className="dim">
            {clockWithMillis(row.at)} · {server} · {DIRECTION_NAMES[row.direction]} · {STATUS_WORDS[row.status ?? "none"]} {duration(row.tookMs)} {size(row.bytes)}
            {row.http?.url ? <span className="wrap"> · {visibleText(row.http.url)}</span> : null}
          </p>
        ) : null}
        <Refusal error={fetched.error} />
        {exchange?.dropped ? <Note tone="warn">What was sent and received was let go to make room.</Note> : null}
        {exchange?.cut ? <Note tone="warn">It was too large to be kept whole.</Note> : null}
        {exchange ? (
          <Tabs value={shown} onChange={setTab} keepMounted={false}>
            <Tabs.List>
              {tabs.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {TITLES[one]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="both" pt="xs">
              <h3>Request</h3>
              <Body text={exchange.request} label="request" />
              <h3>Response</h3>
              <Body text={exchange.response} label="response" />
            </Tabs.Panel>
            <Tabs.Panel value="request" pt="xs">
              <Body text={exchange.request} label="message" />
            </Tabs.Panel>
            <Tabs.Panel value="response" pt="xs">
              <Body text={exchange.response} label="message" />
            </Tabs.Panel>
            <Tabs.Panel value="headers" pt="xs">
              <Headers title="Request headers" headers={exchange.headers?.request} />
              <Headers title="Response headers" headers={exchange.headers?.response} />
            </Tabs.Panel>
            <Tabs.Panel value="lines" pt="xs">
              <pre className="small-pre" tabIndex={0} aria-label="Error output">
                {(exchange.lines ?? []).map(visibleText).join("\n")}
              </pre>
            </Tabs.Panel>
          </Tabs>
        ) : null}
      </div>
    </section>
  );
}

const TITLES: Record<string, string> = { both: "Messages", request: "Message", response: "Message", headers: "Headers", lines: "stderr" };

function tabsOf(exchange: Exchange): string[] {
  const has = (value: unknown): boolean => value !== undefined && value !== null;
  const tabs: string[] = [];
  if (has(exchange.request) && has(exchange.response)) tabs.push("both");
  else if (has(exchange.request)) tabs.push("request");
  else if (has(exchange.response)) tabs.push("response");
  if (exchange.headers) tabs.push("headers");
  if ((exchange.lines?.length ?? 0) > 0) tabs.push("lines");
  return tabs;
}

/** A message as it went over the wire, without its secrets. */
function Body({ text, label }: { text: string | null | undefined; label: string }): ReactElement {
  return <TextBlock text={text ?? ""} mime={/^\s*[[{]/.test(text ?? "") ? "application/json" : "text/plain"} label={label} />;
}

function Headers({ title, headers }: { title: string; headers: [string, string][] | undefined }): ReactElement | null {
  if (!headers || headers.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <h3>{title}</h3>
      <dl className="headers mono">
        {headers.map(([name, value], index) => (
          <div key={index}>
            <dt>{visibleName(name)}</dt>
            <dd>{visibleText(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
