import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { openDialog } from "../app/dialogState.ts";
import { connectedWords } from "../servers/toolCounts.ts";
import { useConsole } from "../state/store.ts";

/** What a new chat can do, before the first message. */
export function Welcome(): ReactElement {
  const servers = useConsole((state) => state.servers);
  const hasServers = servers.some((server) => server.state === "connected");
  return (
    <div className="chat-items">
      <div className="empty">
        <h2>Chat with a model that uses your tools</h2>
        <p className="dim">
          {hasServers
            ? `${connectedWords(servers)} Before a tool runs you are asked.`
            : "No server is connected yet. The model can talk, but has no tools. To try it, connect the built-in server: demo."}
        </p>
        <p className="dim">
          <kbd>/</kbd> in the message offers prompts, <kbd>@</kbd> resources. <kbd>Esc</kbd> stops the model.
        </p>
        {hasServers ? null : (
          <Button variant="default" onClick={() => openDialog({ kind: "connect" })}>
            Connect a tool server
          </Button>
        )}
      </div>
    </div>
  );
}
