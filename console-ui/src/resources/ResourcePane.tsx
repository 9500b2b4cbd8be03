import { Button } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { api } from "../api/client.ts";
import type { Block, Resource } from "../api/types.ts";
import { go, isOwnPlace } from "../app/route.ts";
import { resourceKey } from "../state/model.ts";
import { useAction } from "../state/action.ts";
import { useServerName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { moment, size } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";
import { BlockView } from "../viewers/BlockView.tsx";

interface Props {
  server: string;
  uri: string;
  about: Resource | undefined;
  subscribed: boolean;
  onSubscribed: (on: boolean) => void;
}

/** A resource, read; and kept up to date while it is subscribed to. */
export function ResourcePane({ server, uri, about, subscribed, onSubscribed }: Props): ReactElement {
  const name = useServerName(server);
  const updated = useConsole((state) => state.updated.get(resourceKey(server, uri)));
  const live = useConsole((state) => state.generation);
  const [contents, setContents] = useState<{ contents: Block[]; at: number } | null>(null);
  const read = useAction(async () => setContents(await api.post<{ contents: Block[]; at: number }>("/api/resources/read", { server, uri })));
  const subscribe = useAction(async (on: boolean) => {
    await api.post(`/api/resources/${on ? "subscribe" : "unsubscribe"}`, { server, uri });
    onSubscribed(on);
  });
  const readNow = read.run;
  // What no server lists may be asked for by an address from elsewhere; then the person decides.
  const [asked, setAsked] = useState(isOwnPlace);
  const wanted = asked || about !== undefined;
  useEffect(() => {
    if (live > 0 && wanted) void readNow();
  }, [readNow, updated, live, wanted]);
  return (
    <div className="pad">
      <div className="tool-title">
        <span className="only-narrow">
          <IconButton icon="in" label="Back to the list of resources" onClick={() => go("resources")} />
        </span>
        <h2>
          <Name of={about?.title ?? about?.name ?? uri} />
        </h2>
        <span className="dim">on {name}</span>
      </div>
      <p className="mono wrap dim">{visibleName(uri)}</p>
      {about?.description ? <p className="dim wrap">{visibleText(about.description)}</p> : null}
      <div className="run-row">
        <Button size="xs" variant="default" loading={read.busy} onClick={() => (wanted ? void read.run() : setAsked(true))}>
          {wanted ? "Read again" : "Read it"}
        </Button>
        <Button size="xs" variant="default" loading={subscribe.busy} aria-pressed={subscribed} onClick={() => void subscribe.run(!subscribed)}>
          {subscribed ? "Unsubscribe" : "Subscribe"}
        </Button>
        <span className="dim" role="status" aria-label="State of the resource">
          {contents ? `read at ${moment(contents.at)}` : ""} {about?.mime ? visibleName(about.mime) : ""} {size(about?.size)}{" "}
          {subscribed ? <Chip tone="info">subscribed</Chip> : null} {updated ? <Chip tone="good">changed at {moment(updated)}</Chip> : null}
        </span>
      </div>
      <Refusal error={read.error ?? subscribe.error} />
      <div data-testid="resource-contents">
        {contents?.contents.map((block, index) => (
          <BlockView key={index} block={block} server={server} label={contents.contents.length === 1 ? "contents" : `contents, part ${index + 1}`} />
        ))}
      </div>
    </div>
  );
}
