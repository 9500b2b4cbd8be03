import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { Server, Tool } from "../api/types.ts";
import { openDialog } from "../app/dialogState.ts";
import { SERVER_WORDS } from "../servers/words.ts";
import { useAction } from "../state/action.ts";
import { useServerName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { visibleText } from "../text/visible.ts";
import { Note, Refusal } from "../ui/notes.tsx";

/** Says why a tool that is looked at cannot be called now, and what to do about it. */
export function GoneTool({ tool }: { tool: Tool }): ReactElement {
  const server = useConsole((state) => state.servers.find((one) => one.id === tool.server));
  const name = useServerName(tool.server);
  const reconnect = useAction(() => api.post(`/api/servers/${part(tool.server)}/reconnect`));
  return (
    <Note tone="warn" icon="warning">
      <div role="status" aria-label="State of the tool">
        {goneWords(server, name)}
      </div>
      {server?.reason && server.state !== "connected" ? <div className="dim wrap">{visibleText(server.reason)}</div> : null}
      {server && canReconnect(server) ? (
        <Button size="compact-sm" variant="default" mt={6} loading={reconnect.busy || server.state === "connecting"} aria-label={`Reconnect ${name}`} onClick={() => void reconnect.run()}>
          Reconnect
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => openDialog({ kind: "connect" })}>
          Show the servers
        </Button>
      )}
      <Refusal error={reconnect.error} />
    </Note>
  );
}

export function goneWords(server: Server | undefined, name: string): string {
  if (!server) return `${name} is no longer on the list of servers. What was called stays here.`;
  if (server.state === "connected") return `${name} has no tool of this name any more. What was called stays here.`;
  return `Server not connected: ${name} (${SERVER_WORDS[server.state]}). The tool can be called again once it is connected.`;
}

function canReconnect(server: Server): boolean {
  return server.state !== "connected" && server.state !== "login" && !server.consent?.needed;
}
