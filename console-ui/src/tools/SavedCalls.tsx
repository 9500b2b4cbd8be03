import { Button, Menu, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { Tool } from "../api/types.ts";
import type { JsonObject } from "../json/value.ts";
import { useAction } from "../state/action.ts";
import { useDraft } from "../state/drafts.ts";
import { useConsole } from "../state/store.ts";
import { visibleName } from "../text/visible.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { Refusal } from "../ui/notes.tsx";
import { toastProblem } from "../ui/toasts.tsx";
import type { Arguments } from "./arguments.ts";

/** Arguments kept under a name, for this tool. */
export function SavedCalls({ tool, given }: { tool: Tool; given: Arguments }): ReactElement {
  const all = useConsole((state) => state.saved);
  const saved = all.filter((one) => one.server === tool.server && one.tool === tool.name);
  const [naming, setNaming] = useState(false);
  const [name, setName] = useDraft(`name.${tool.server}.${tool.name}`);
  const save = useAction(async () => {
    await api.post("/api/saved", { name: name.trim(), server: tool.server, tool: tool.name, arguments: given.value });
    setNaming(false);
    setName("");
  });
  return (
    <>
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button size="sm" variant="default" leftSection={<Icon name="save" size={13} />}>
            Saved ({saved.length})
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNaming(true)}>Save these arguments…</Menu.Item>
          {saved.length > 0 ? <Menu.Divider /> : null}
          {saved.map((one) => (
            <Menu.Item key={one.id} onClick={() => given.setValue(one.arguments as JsonObject)}>
              {visibleName(one.name)}
            </Menu.Item>
          ))}
          {saved.length > 0 ? <Menu.Divider /> : null}
          {saved.map((one) => (
            <Menu.Item key={`remove ${one.id}`} className="danger-item" onClick={() => void api.remove(`/api/saved/${part(one.id)}`).catch(toastProblem)}>
              Remove {visibleName(one.name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={naming} onClose={() => setNaming(false)} title="Save this call">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void save.run();
          }}
        >
          <TextInput data-autofocus label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Refusal error={save.error} />
          <Button mt="sm" type="submit" loading={save.busy} disabled={name.trim() === ""}>
            Save call
          </Button>
        </form>
      </Dialog>
    </>
  );
}
