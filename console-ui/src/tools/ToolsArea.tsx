import { Button } from "@mantine/core";
import { useMemo, type ReactElement } from "react";
import { openDialog } from "../app/dialogState.ts";
import { useRoute } from "../app/route.ts";
import { useConsole } from "../state/store.ts";
import { useTools } from "../state/shared.ts";
import { Icon } from "../ui/icons.tsx";
import { Empty, Refusal } from "../ui/notes.tsx";
import { chosenTools } from "./chosen.ts";
import { ToolList } from "./ToolList.tsx";
import { ToolPane } from "./ToolPane.tsx";

/** The list of all tools, and the one that is chosen. */
export function ToolsArea(): ReactElement {
  const { path } = useRoute();
  const [server, name, what, id] = path;
  const { data, loaded, error } = useTools();
  const hasServers = useConsole((state) => state.servers.length > 0);
  const live = useConsole((state) => state.link !== "loading");
  const chosen = useMemo(() => (loaded ? chosenTools.find(data.tools, server, name) : undefined), [data, loaded, server, name]);
  if (live && !hasServers) {
    return (
      <Empty title="No tools yet">
        <p>Connect a server by its script, command or address. Nothing leaves this machine unless you connect it to something that does.</p>
        <p className="dim">
          Just looking? Type <code>demo</code> there: a server to try things with is built in.
        </p>
        <Button leftSection={<Icon name="plug" />} onClick={() => openDialog({ kind: "connect" })}>
          Connect a tool server
        </Button>
      </Empty>
    );
  }
  return (
    <div className={`panes tools ${name ? "chosen" : ""}`}>
      <ToolList tools={data.tools} loaded={loaded} server={name === undefined ? server : undefined} chosen={chosen?.tool} />
      {error && !loaded ? <Refusal error={error} /> : null}
      {chosen ? (
        <ToolPane
          key={`${chosen.tool.server}\n${chosen.tool.name}`}
          tool={chosen.tool}
          gone={chosen.gone}
          saved={what === "saved" ? id : undefined}
          shownCall={what === "call" ? id : undefined}
        />
      ) : (
        <div className="pane detail work">
          <Empty title="Choose a tool">
            <p className="dim">
              Type <kbd>/</kbd> to filter, <kbd>↑</kbd> <kbd>↓</kbd> and <kbd>Enter</kbd> to open, <kbd>?</kbd> for all keys.
            </p>
          </Empty>
        </div>
      )}
    </div>
  );
}
