import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { api } from "../api/client.ts";
import type { Found } from "../api/types.ts";
import { useAction } from "../state/action.ts";
import { useFetch } from "../state/fetch.ts";
import { moment } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";

/** What other products on this machine have configured, to connect from there. */
export function FoundServers({ onImported }: { onImported: () => void }): ReactElement {
  const found = useFetch<Found>("/api/found");
  const bring = useAction(async (path: string, name: string) => {
    await api.post("/api/found/import", { path, name });
    onImported();
  });
  if (!found.data) return found.error ? <Refusal error={found.error} /> : <p className="dim">Looking…</p>;
  if (found.data.sources.length === 0) return <p className="dim">No configuration of another product was found.</p>;
  return (
    <div data-testid="found">
      <p className="dim">Nothing of this starts before you import it.</p>
      <Refusal error={bring.error} />
      {found.data.sources.map((source) => (
        <section key={source.path} className="found-source" aria-label={visibleName(source.product)}>
          <h3>
            <Name of={source.product} /> <span className="dim mono name">{visibleName(source.path)}</span>
          </h3>
          <ul className="plain-list">
            {source.servers.map((server) => (
              <li key={server.name} className="found-row">
                <span className="grow min0">
                  <Name of={server.name} className="strong" /> <span className="dim">{server.transport}</span>
                  <div className="mono dim name">{visibleName(server.what)}</div>
                  {server.problem ? <div className="bad-text">{visibleText(server.problem)}</div> : null}
                </span>
                {server.connected ? (
                  <Chip tone="good">here already</Chip>
                ) : (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Import ${visibleName(server.name)}`}
                    disabled={bring.busy || Boolean(server.problem)}
                    onClick={() => void bring.run(source.path, server.name)}
                  >
                    Import
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function RecentServers({ onConnected }: { onConnected: () => void }): ReactElement {
  const found = useFetch<Found>("/api/found");
  const connect = useAction(async (text: string) => {
    await api.post("/api/servers", { text });
    onConnected();
  });
  if (!found.data) return found.error ? <Refusal error={found.error} /> : <p className="dim">Looking…</p>;
  if (found.data.recent.length === 0) return <p className="dim">Nothing was connected from this field yet.</p>;
  return (
    <>
      <Refusal error={connect.error} />
      <ul className="plain-list" data-testid="recent">
        {found.data.recent.map((one) => (
          <li key={`${one.at} ${one.text}`} className="found-row">
            <span className="grow min0">
              {one.name ? <Name of={one.name} className="strong" /> : null} <span className="dim">{moment(one.at)}</span>
              <div className="mono name">{visibleName(one.text)}</div>
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Connect ${visibleName(one.name ?? one.text)} again`}
              disabled={connect.busy}
              onClick={() => void connect.run(one.text)}
            >
              Connect
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
