import { Button, Tabs } from "@mantine/core";
import type { ReactElement } from "react";
import { useState } from "react";
import { api } from "../api/client.ts";
import { useConsole } from "../state/store.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { toastProblem } from "../ui/toasts.tsx";
import { ConnectField } from "./ConnectField.tsx";
import { FoundServers, RecentServers } from "./FoundServers.tsx";
import { ServerRow } from "./ServerRow.tsx";

type Tab = "connected" | "found" | "recent";

/** Connects servers and shows all of them; stays open after connecting one. */
export function ConnectDialog({ tab, onClose }: { tab: Tab; onClose: () => void }): ReactElement {
  const servers = useConsole((state) => state.servers);
  const [shown, setShown] = useState<string | null>(tab);
  return (
    <Dialog opened onClose={onClose} title="Connect Tool" size={860}>
      <ConnectField />
      <Tabs value={shown} onChange={setShown} mt="md" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="connected">Servers ({servers.length})</Tabs.Tab>
          <Tabs.Tab value="found">Found on this machine</Tabs.Tab>
          <Tabs.Tab value="recent">Recent</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="connected" pt="xs">
          {servers.length === 0 ? (
            <p className="dim">
              No server yet. Give one above (<code>demo</code> is built in), or look at what other products on this machine have configured.
            </p>
          ) : (
            <>
              <ul className="servers" aria-label="Servers" data-testid="servers">
                {servers.map((server) => (
                  <ServerRow key={server.id} server={server} />
                ))}
              </ul>
              <Button
                mt="xs"
                size="xs"
                variant="default"
                leftSection={<Icon name="reload" size={14} />}
                onClick={() => void api.post("/api/servers/reconnect-all").catch(toastProblem)}
              >
                Reconnect all
              </Button>
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="found" pt="xs">
          <FoundServers onImported={() => setShown("connected")} />
        </Tabs.Panel>
        <Tabs.Panel value="recent" pt="xs">
          <RecentServers onConnected={() => setShown("connected")} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
