import { Button, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import { api, query } from "../api/client.ts";
import { serverName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { confirm } from "../ui/confirm.tsx";
import { download } from "../ui/download.tsx";
import { Filter } from "../ui/Filter.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon } from "../ui/icons.tsx";
import { Pick } from "../ui/Pick.tsx";
import { toastProblem } from "../ui/toasts.tsx";
import { everything, isEverything, type TrafficFilter } from "./filter.ts";

interface Props {
  filter: TrafficFilter;
  setFilter: (filter: TrafficFilter) => void;
  paused: boolean;
  setPaused: (paused: boolean) => void;
  follow: boolean;
  setFollow: (follow: boolean) => void;
}

const DIRECTIONS = [
  { value: "", label: "Both directions" },
  { value: "out", label: "→ to servers" },
  { value: "in", label: "← from servers" },
  { value: "app", label: "⇄ of apps" },
];
const STATUSES = [
  { value: "", label: "Any status" },
  { value: "open", label: "open" },
  { value: "ok", label: "ok" },
  { value: "error", label: "error" },
  { value: "cancelled", label: "cancelled" },
  { value: "lost", label: "lost" },
];
const KINDS = [
  { value: "", label: "Any kind" },
  { value: "request", label: "requests" },
  { value: "notification", label: "notifications" },
  { value: "error-output", label: "stderr" },
  { value: "http", label: "HTTP" },
];

/** What of the traffic is shown, whether it moves, and ways to take it along. */
export function TrafficBar({ filter, setFilter, paused, setPaused, follow, setFollow }: Props): ReactElement {
  const servers = useConsole((state) => state.servers);
  const clear = async (): Promise<void> => {
    if (await confirm("Clear the traffic?", <p>All kept exchanges are forgotten.</p>, "Clear", true)) await api.post("/api/traffic/clear");
  };
  const save = (as: string): void => void download(`/api/traffic/export${query({ as, server: filter.server })}`, `traffic.${as}`).catch(toastProblem);
  return (
    <div className="bar traffic-bar">
      <div className="grow traffic-filter">
        <Filter label="Filter traffic" placeholder="method, id, address …  ( / )" value={filter.text} onChange={(text) => setFilter({ ...filter, text })} />
      </div>
      <Pick
        label="Server"
        value={filter.server}
        onChange={(server) => setFilter({ ...filter, server })}
        options={[{ value: "", label: "All servers" }, ...servers.map((one) => ({ value: one.id, label: serverName(one.id) }))]}
      />
      <Pick label="Direction" value={filter.direction} onChange={(direction) => setFilter({ ...filter, direction })} options={DIRECTIONS} />
      <Pick label="Status" value={filter.status} onChange={(status) => setFilter({ ...filter, status })} options={STATUSES} />
      <Pick label="Kind" value={filter.kind} onChange={(kind) => setFilter({ ...filter, kind })} options={KINDS} />
      {isEverything(filter) ? null : (
        <button type="button" className="link" onClick={() => setFilter(everything)}>
          Show all
        </button>
      )}
      <IconButton icon={paused ? "play" : "pause"} label={paused ? "Resume" : "Pause"} pressed={paused} onClick={() => setPaused(!paused)} />
      <IconButton icon="down" label="Follow the newest" pressed={follow} onClick={() => setFollow(!follow)} />
      <Menu transitionProps={{ duration: 0 }} position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<Icon name="download" size={13} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{filter.server === "" ? "Everything that is kept" : `Everything of ${serverName(filter.server)}`}, whatever else is filtered</Menu.Label>
          <Menu.Item onClick={() => save("ndjson")}>
            NDJSON
          </Menu.Item>
          <Menu.Item onClick={() => save("har")}>
            HAR
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <IconButton icon="trash" label="Clear traffic" onClick={() => void clear().catch(toastProblem)} />
    </div>
  );
}
