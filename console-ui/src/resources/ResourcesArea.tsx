import { useEffect, useState, type ReactElement } from "react";
import { api } from "../api/client.ts";
import type { Resource, ResourceTemplate } from "../api/types.ts";
import { hashOf, useRoute } from "../app/route.ts";
import { useDraft } from "../state/drafts.ts";
import { serverName } from "../state/names.ts";
import { useResources } from "../state/shared.ts";
import { useConsole } from "../state/store.ts";
import { count } from "../text/format.ts";
import { fuzzyFilter } from "../text/fuzzy.ts";
import { Filter } from "../ui/Filter.tsx";
import { Icon } from "../ui/icons.tsx";
import { Name } from "../ui/Name.tsx";
import { Empty, Refusal } from "../ui/notes.tsx";
import { ResourcePane } from "./ResourcePane.tsx";
import { TemplatePane } from "./TemplatePane.tsx";

export interface Subscription {
  server: string;
  uri: string;
}

/** The resources that servers offer, and the templates that lead to more. */
export function ResourcesArea(): ReactElement {
  const [server, uri, template] = useRoute().path;
  const { data, loaded, error } = useResources();
  const [typed, setTyped] = useDraft("filter.resources");
  const [subscriptions, setSubscriptions] = useSubscriptions();
  const text = (one: Resource | ResourceTemplate): string => `${one.name} ${"uri" in one ? one.uri : one.uriTemplate} ${one.title ?? ""} ${serverName(one.server)}`;
  const found = fuzzyFilter(data.resources, typed, text);
  const templates = fuzzyFilter(data.templates, typed, text);
  const chosenTemplate = template === "template" ? data.templates.find((one) => one.server === server && one.uriTemplate === uri) : undefined;
  const isSubscribed = (one: Subscription): boolean => subscriptions.some((other) => other.server === one.server && other.uri === one.uri);
  return (
    <div className={`panes two ${uri ? "chosen" : ""}`}>
      <div className="pane list">
        <div className="bar column">
          <Filter label="Filter resources" value={typed} onChange={setTyped} />
        </div>
        <nav className="scroll" aria-label="Resources" data-testid="resource-list">
          <Refusal error={loaded ? null : error} />
          {templates.length > 0 ? <h2 className="group-head">Templates</h2> : null}
          <ul className="plain-list">
            {templates.map((one) => (
              <li key={`${one.server} ${one.uriTemplate}`}>
                <a className="list-row" href={hashOf("resources", one.server, one.uriTemplate, "template")} aria-current={one === chosenTemplate ? "true" : undefined}>
                  <Name of={one.name} className="strong" />
                  <Name of={one.uriTemplate} className="dim small mono" />
                </a>
              </li>
            ))}
          </ul>
          {found.length > 0 ? <h2 className="group-head">Resources</h2> : null}
          <ul className="plain-list">
            {found.map((one) => (
              <li key={`${one.server} ${one.uri}`}>
                <a
                  className="list-row"
                  href={hashOf("resources", one.server, one.uri)}
                  aria-current={one.server === server && one.uri === uri && !chosenTemplate ? "true" : undefined}
                >
                  <span className="list-line">
                    <Name of={one.name} className="strong" />
                    {isSubscribed(one) ? <Icon name="pin" size={13} /> : null}
                  </span>
                  <span className="dim small name">
                    {serverName(one.server)} <Name of={one.uri} className="mono" />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="list-foot dim">
          {count(found.length, "resource")}, {count(templates.length, "template")}
        </div>
      </div>
      <div className="pane detail">
        {chosenTemplate ? <TemplatePane key={`${server}\n${uri}`} template={chosenTemplate} /> : null}
        {!chosenTemplate && server && uri ? (
          <ResourcePane
            key={`${server}\n${uri}`}
            server={server}
            uri={uri}
            about={data.resources.find((one) => one.server === server && one.uri === uri)}
            subscribed={isSubscribed({ server, uri })}
            onSubscribed={(on) =>
              setSubscriptions((before) => (on ? [...before, { server, uri }] : before.filter((one) => one.server !== server || one.uri !== uri)))
            }
          />
        ) : null}
        {!uri ? (
          <Empty title={loaded && data.resources.length + data.templates.length === 0 ? "No resources" : "Choose a resource"}>
            {loaded && data.resources.length + data.templates.length === 0 ? <p className="dim">No connected server offers resources.</p> : null}
          </Empty>
        ) : null}
      </div>
    </div>
  );
}

function useSubscriptions(): [Subscription[], (change: (before: Subscription[]) => Subscription[]) => void] {
  const generation = useConsole((state) => state.generation);
  const [list, setList] = useState<Subscription[]>([]);
  useEffect(() => {
    if (generation === 0) return;
    api.get<{ subscriptions: Subscription[] }>("/api/subscriptions").then(
      (answer) => setList(answer.subscriptions ?? []),
      (problem: unknown) => console.error(problem),
    );
  }, [generation]);
  return [list, setList];
}
