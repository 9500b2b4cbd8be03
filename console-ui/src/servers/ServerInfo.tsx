import type { ReactElement } from "react";
import { useConsole } from "../state/store.ts";
import { moment } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { JsonTree } from "../viewers/JsonTree.tsx";
import { TRANSPORT_WORDS } from "./words.ts";

/** What a server said about itself when it was connected. */
export function ServerInfo({ server: id, onClose }: { server: string; onClose: () => void }): ReactElement {
  const server = useConsole((state) => state.servers.find((one) => one.id === id));
  const facts: [string, string][] = server
    ? [
        ["Name", visibleName(server.name)],
        ["Says it is", server.info ? `${visibleName(server.info.name)} ${visibleName(server.info.version)}` : "not known yet"],
        ["Transport", TRANSPORT_WORDS[server.transport] ?? server.transport],
        ["At", visibleName(server.where ?? "")],
        ["Revision", `${visibleName(server.revision ?? "not known yet")}${server.era ? ` (${server.era})` : ""}`],
        ["Since", moment(server.since)],
        ["From", visibleName(server.source?.words ?? "")],
      ]
    : [];
  return (
    <Dialog opened onClose={onClose} title={`About ${visibleName(server?.name ?? id)}`} size="lg">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {server?.instructions ? (
        <section aria-label="Instructions">
          <h3>Instructions</h3>
          <pre className="text-pre">{visibleText(server.instructions)}</pre>
        </section>
      ) : null}
      {server?.capabilities ? (
        <section aria-label="Capabilities">
          <h3>Capabilities</h3>
          <JsonTree value={server.capabilities} label="Capabilities" />
        </section>
      ) : null}
    </Dialog>
  );
}
