import { Button } from "@mantine/core";
import { useMemo, type ReactElement } from "react";
import { openDialog } from "../app/dialogState.ts";
import { go, useRoute } from "../app/route.ts";
import { useConsole } from "../state/store.ts";
import { useTools } from "../state/shared.ts";
import { Icon } from "../ui/icons.tsx";
import { Empty, Refusal } from "../ui/notes.tsx";
import { ToolList } from "./ToolList.tsx";
import { ToolPane } from "./ToolPane.tsx";

/** The list of all tools, and the one that is chosen. */
export function ToolsArea(): ReactElement {
  const { path } = useRoute();
  const [server, name, what, id] = path;
  const { data, loaded, error } = useTools();
  const hasServers = useConsole((state) => state.servers.length > 0);
  const live = useConsole((state) => state.link !== "loading");
  const tool = useMemo(() => data.tools.find((one) => one.server === server && one.name === name), [data, server, name]);
  if (live && !hasServers) {
    return (
      <Empty title="No tools yet">
        <p>Connect a server by its script, command or address. Nothing leaves this machine unless you connect it to something that does.</p>
        <Button leftSection={<Icon name="plug" />} onClick={() => openDialog({ kind: "connect" })}>
          Connect a tool server
        </Button>
      </Empty>
    );
  }
  return (
    <div className={`panes tools ${name ? "chosen" : ""}`}>
      <ToolList tools={data.tools} loaded={loaded} server={server} chosen={tool} />
      {error && !loaded ? <Refusal error={error} /> : null}
      {tool ? (
        <ToolPane key={`${tool.server}\n${tool.name}`} tool={tool} saved={what === "saved" ? id : undefined} shownCall={what === "call" ? id : undefined} />
      ) : (
        <div className="pane detail work">
          {name && loaded ? (
            <Empty title="This tool is not there">
              <p>The server is not connected, or has no such tool any more.</p>
              <Button variant="default" onClick={() => go("tools")}>
                Back to the list
              </Button>
            </Empty>
          ) : (
            <Empty title="Choose a tool">
              <p className="dim">
                Type <kbd>/</kbd> to filter, <kbd>↑</kbd> <kbd>↓</kbd> and <kbd>Enter</kbd> to open, <kbd>?</kbd> for all keys.
              </p>
            </Empty>
          )}
        </div>
      )}
    </div>
  );
}
