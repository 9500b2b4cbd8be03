import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import type { Tool } from "../api/types.ts";
import { useKeys } from "../app/keys.ts";
import { go, hashOf } from "../app/route.ts";
import { hintWords } from "../calls/words.ts";
import { whyNoTools } from "../servers/toolCounts.ts";
import { serverName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { useDraft } from "../state/drafts.ts";
import { count } from "../text/format.ts";
import { fuzzyFilter } from "../text/fuzzy.ts";
import { Filter } from "../ui/Filter.tsx";
import { Icon } from "../ui/icons.tsx";
import { Name } from "../ui/Name.tsx";
import { Pick } from "../ui/Pick.tsx";

const MOST_SHOWN = 400;

interface Group {
  server: string;
  tools: Tool[];
}

/** All tools of all servers, grouped by server, narrowed by typing. */
export function ToolList({ tools, loaded, server, chosen }: { tools: Tool[]; loaded: boolean; server: string | undefined; chosen: Tool | undefined }): ReactElement {
  const servers = useConsole((state) => state.servers);
  const [typed, setTyped] = useDraft("filter.tools");
  const [only, setOnly] = useState(chosen ? "" : (server ?? ""));
  const list = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => group(tools, servers.map((one) => one.id), typed, only), [tools, servers, typed, only]);
  const flat = groups.flatMap((one) => one.tools);
  const at = chosen ? flat.findIndex((one) => one.server === chosen.server && one.name === chosen.name) : -1;
  useEffect(() => {
    if (server && !chosen) setOnly(server);
  }, [server, chosen]);
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const move = (by: number): void => {
    const next = flat[Math.min(Math.max(at + by, 0), flat.length - 1)];
    if (next) go("tools", next.server, next.name);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && at < 0) move(1);
    else return;
    event.preventDefault();
  };
  useKeys({ ArrowDown: () => move(1), ArrowUp: () => move(-1) });
  return (
    <div className="pane list">
      <div className="bar column">
        <Filter label="Filter tools" value={typed} onChange={setTyped} onKeyDown={onKeyDown} />
        {servers.length > 1 ? (
          <Pick
            label="Server"
            value={only}
            onChange={setOnly}
            options={[{ value: "", label: "All servers" }, ...servers.map((one) => ({ value: one.id, label: serverName(one.id) }))]}
          />
        ) : null}
      </div>
      <nav className="scroll" ref={list} aria-label="Tools" data-testid="tool-list">
        {groups.map((one) => (
          <section key={one.server} aria-label={serverName(one.server)}>
            <h2 className="group-head">
              <Name of={serverName(one.server)} /> <span className="dim">{one.tools.length}</span>
            </h2>
            <ul className="plain-list">
              {one.tools.map((tool) => (
                <li key={tool.name}>
                  <ToolRow tool={tool} current={flat[at] === tool} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {loaded && flat.length === 0 ? <p className="pad dim">{typed ? "No tool is called like this." : whyNoTools(servers, servers.find((one) => one.id === only))}</p> : null}
        {!loaded ? <p className="pad dim">Loading…</p> : null}
      </nav>
      <div className="list-foot dim" data-testid="tools-shown">
        {count(flat.length, "tool")}
        {flat.length !== tools.length ? ` of ${tools.length}` : ""}
      </div>
    </div>
  );
}

function ToolRow({ tool, current }: { tool: Tool; current: boolean }): ReactElement {
  const hints = hintWords(tool.hints);
  return (
    <a className="list-row" href={hashOf("tools", tool.server, tool.name)} aria-current={current ? "true" : undefined}>
      <span className="list-line">
        <Name of={tool.name} className="strong" />
        {tool.app ? <Icon name="app" size={13} /> : null}
        {(tool.findings?.length ?? 0) > 0 ? (
          <span className="warn-text" title={`${tool.findings!.length} findings`}>
            <Icon name="warning" size={13} />
          </span>
        ) : null}
      </span>
      {tool.title && tool.title !== tool.name ? <Name of={tool.title} className="dim small" /> : null}
      {hints.length > 0 ? <span className="dim tiny">{hints.join(" · ")}</span> : null}
    </a>
  );
}

function group(tools: Tool[], order: string[], typed: string, only: string): Group[] {
  const wanted = only === "" ? tools : tools.filter((tool) => tool.server === only);
  const found = fuzzyFilter(wanted, typed, (tool) => `${tool.name} ${tool.title ?? ""} ${serverName(tool.server)}`).slice(0, MOST_SHOWN);
  const groups = new Map<string, Tool[]>();
  if (typed.trim() === "") for (const id of order) groups.set(id, []);
  for (const tool of found) {
    const list = groups.get(tool.server);
    if (list) list.push(tool);
    else groups.set(tool.server, [tool]);
  }
  return [...groups].filter(([, list]) => list.length > 0).map(([server, list]) => ({ server, tools: list }));
}
