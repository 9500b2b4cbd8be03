import { Modal, TextInput } from "@mantine/core";
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { api } from "../api/client.ts";
import { usePrompts, useResources, useTools } from "../state/shared.ts";
import { serverName } from "../state/names.ts";
import { useConsole } from "../state/store.ts";
import { fuzzyFilter } from "../text/fuzzy.ts";
import { visibleName } from "../text/visible.ts";
import { useFocusBack } from "../ui/focusBack.ts";
import { toastProblem } from "../ui/toasts.tsx";
import { openDialog } from "./dialogState.ts";
import { AREAS, go } from "./route.ts";

interface Command {
  group: string;
  title: string;
  detail?: string;
  run: () => void;
}

const SHOWN = 40;

/** Every command, tool, prompt, resource, saved call and chat, by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }): ReactElement {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  useFocusBack(true);
  const list = useRef<HTMLDivElement>(null);
  const commands = useCommands();
  const found = useMemo(
    () => fuzzyFilter(commands, typed, (one) => `${one.title} ${one.detail ?? ""} ${one.group}`).slice(0, SHOWN),
    [commands, typed],
  );
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen, found]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setChosen((before) => Math.min(before + 1, found.length - 1));
    else if (event.key === "ArrowUp") setChosen((before) => Math.max(before - 1, 0));
    else if (event.key === "Enter") run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} size="lg" padding={0} yOffset="8vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label="Command palette">
        <Modal.Body>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className="palette-field"
        role="combobox"
        aria-label="Command"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        placeholder="Type a command, a tool, a prompt, a resource …"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label="Commands" className="palette-list">
        {found.map((command, index) => (
          <div
            key={`${command.group} ${command.title} ${command.detail ?? ""} ${index}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="palette-row"
            onClick={() => run(command)}
            onMouseMove={() => setChosen(index)}
          >
            <bdi className="name">{command.title}</bdi>
            <span className="dim name">{command.detail}</span>
            <span className="dim">{command.group}</span>
          </div>
        ))}
        {found.length === 0 ? <div className="palette-row dim">Nothing is called like this.</div> : null}
      </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useCommands(): Command[] {
  const tools = useTools().data.tools;
  const prompts = usePrompts().data.prompts;
  const { resources } = useResources().data;
  const { servers, saved, chats } = useConsole((state) => state);
  return useMemo(
    () => [
      ...AREAS.map((area, index) => ({ group: "Go to", title: area[0]!.toUpperCase() + area.slice(1), detail: `key ${index + 1}`, run: () => go(area) })),
      { group: "Command", title: "Connect a tool server", detail: "key C", run: () => openDialog({ kind: "connect" }) },
      { group: "Command", title: "Import from other products", run: () => openDialog({ kind: "connect", tab: "found" }) },
      { group: "Command", title: "Reconnect all servers", run: () => void api.post("/api/servers/reconnect-all").catch(toastProblem) },
      { group: "Command", title: "New chat", run: () => go("chat", "new") },
      { group: "Command", title: "Clear traffic", run: () => void api.post("/api/traffic/clear").catch(toastProblem) },
      { group: "Command", title: "Settings", run: () => openDialog({ kind: "settings" }) },
      { group: "Command", title: "Keys", detail: "key ?", run: () => openDialog({ kind: "keys" }) },
      ...tools.map((tool) => ({
        group: "Tool",
        title: visibleName(tool.name),
        detail: serverName(tool.server),
        run: () => go("tools", tool.server, tool.name),
      })),
      ...saved.map((one) => ({
        group: "Saved call",
        title: visibleName(one.name),
        detail: `${serverName(one.server)} / ${visibleName(one.tool)}`,
        run: () => go("tools", one.server, one.tool, "saved", one.id),
      })),
      ...prompts.map((prompt) => ({
        group: "Prompt",
        title: visibleName(prompt.name),
        detail: serverName(prompt.server),
        run: () => go("prompts", prompt.server, prompt.name),
      })),
      ...resources.map((resource) => ({
        group: "Resource",
        title: visibleName(resource.name),
        detail: visibleName(resource.uri),
        run: () => go("resources", resource.server, resource.uri),
      })),
      ...chats.map((chat) => ({ group: "Chat", title: visibleName(chat.title ?? "Untitled"), run: () => go("chat", chat.id) })),
      ...servers.map((server) => ({
        group: "Server log",
        title: visibleName(server.name),
        run: () => openDialog({ kind: "log", server: server.id }),
      })),
    ],
    [tools, prompts, resources, servers, saved, chats],
  );
}
