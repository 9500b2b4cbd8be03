import { Checkbox, Menu } from "@mantine/core";
import type { ReactElement } from "react";
import type { ChatHead } from "../api/types.ts";
import { toolCount } from "../servers/toolCounts.ts";
import { serverName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { count } from "../text/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Pick } from "../ui/Pick.tsx";

interface Props {
  head: ChatHead | undefined;
  model: string;
  servers: string[] | null;
  change: (choice: { model?: string; servers?: string[] | null }) => void;
}

/** Which model answers, with the tools of which servers, and what it has cost so far. */
export function ChatChoices({ head, model, servers, change }: Props): ReactElement {
  const models = useConsole((state) => state.models);
  const all = useConsole((state) => state.servers);
  const connected = all.filter((server) => server.state === "connected");
  const isIn = (id: string): boolean => servers === null || servers.includes(id);
  const toggle = (id: string): void => {
    const now = connected.map((server) => server.id).filter(isIn);
    const next = now.includes(id) ? now.filter((one) => one !== id) : [...now, id];
    change({ servers: next.length === connected.length ? null : next });
  };
  const chosen = models.find((one) => one.id === model);
  const tokens = head?.tokens;
  return (
    <div className="choices">
      <Pick
        label="Model"
        value={model}
        onChange={(next) => change({ model: next })}
        disabled={head?.running ?? false}
        options={models.map((one) => ({ value: one.id, label: one.ready ? one.label : `${one.label} (not ready)`, disabled: !one.ready }))}
      />
      <Menu closeOnItemClick={false} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button" className="link">
            <Icon name="plug" size={13} /> {servers === null ? "all servers" : count(servers.filter((id) => connected.some((one) => one.id === id)).length, "server")}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Tools of these servers</Menu.Label>
          {connected.map((server) => (
            <Menu.Item key={server.id} role="menuitemcheckbox" aria-checked={isIn(server.id)} onClick={() => toggle(server.id)}>
              <Checkbox size="xs" tabIndex={-1} aria-hidden="true" readOnly checked={isIn(server.id)} label={`${serverName(server.id)} (${toolCount(server)})`} />
            </Menu.Item>
          ))}
          {connected.length === 0 ? <Menu.Item disabled>No server is connected</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {head ? (
        <span className="dim" title="Tool steps of this run">
          step <span data-testid="steps">{`${head.steps ?? 0}/${head.maxSteps ?? 10}`}</span>
        </span>
      ) : null}
      {tokens ? (
        <span className="dim" title="Tokens read and written so far, and what the list of tools costs each time">
          {(tokens.in ?? 0).toLocaleString("en")} in · {(tokens.out ?? 0).toLocaleString("en")} out · tools {(tokens.toolList ?? 0).toLocaleString("en")} tokens
        </span>
      ) : null}
      {chosen && !chosen.ready ? <span className="warn-text">{chosen.why}</span> : null}
    </div>
  );
}
