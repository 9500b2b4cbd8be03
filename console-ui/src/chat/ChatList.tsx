import { Button, Menu, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { ChatHead } from "../api/types.ts";
import { go, hashOf } from "../app/route.ts";
import { useAction } from "../state/action.ts";
import { useDraft } from "../state/drafts.ts";
import { count, moment } from "../text/format.ts";
import { fuzzyFilter } from "../text/fuzzy.ts";
import { visibleName } from "../text/visible.ts";
import { confirm } from "../ui/confirm.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Filter } from "../ui/Filter.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Icon } from "../ui/icons.tsx";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";
import { toastProblem } from "../ui/toasts.tsx";

/** The saved conversations, newest first. */
export function ChatList({ chats, chosen }: { chats: readonly ChatHead[]; chosen: string | null }): ReactElement {
  const [typed, setTyped] = useDraft("filter.chats");
  const sorted = chats.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const found = fuzzyFilter(sorted, typed, (one) => one.title ?? "");
  const [renaming, setRenaming] = useState<ChatHead | null>(null);
  const remove = async (chat: ChatHead): Promise<void> => {
    if (!(await confirm(`Delete “${visibleName(chat.title || "Untitled")}”?`, <p>The conversation is gone for good.</p>, "Delete", true))) return;
    await api.remove(`/api/chats/${part(chat.id)}`);
    if (chat.id === chosen) go("chat", "new");
  };
  return (
    <div className="pane list">
      <div className="bar column">
        <Button size="xs" leftSection={<Icon name="plus" size={13} />} onClick={() => go("chat", "new")}>
          New chat
        </Button>
        {chats.length > 5 ? <Filter label="Filter chats" value={typed} onChange={setTyped} /> : null}
      </div>
      <nav className="scroll" aria-label="Chats" data-testid="chat-list">
        <ul className="plain-list">
          {found.map((chat) => (
            <li key={chat.id} className="chat-row">
              <a className="list-row" href={hashOf("chat", chat.id)} aria-current={chat.id === chosen ? "true" : undefined}>
                <span className="list-line">
                  <Name of={chat.title || "Untitled"} />
                  {chat.running ? <span className="chip info">running</span> : null}
                </span>
                <span className="dim tiny">{moment(chat.at)}</span>
              </a>
              <Menu transitionProps={{ duration: 0 }} position="bottom-end">
                <Menu.Target><IconButton icon="dots" size="sm" label={`More for chat ${visibleName(chat.title || "Untitled")}`} /></Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setRenaming(chat)}>Rename</Menu.Item>
                  <Menu.Item className="danger-item" onClick={() => void remove(chat).catch(toastProblem)}>
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </li>
          ))}
        </ul>
      </nav>
      <div className="list-foot dim">{count(chats.length, "chat")}</div>
      {renaming ? <Rename chat={renaming} onClose={() => setRenaming(null)} /> : null}
    </div>
  );
}

function Rename({ chat, onClose }: { chat: ChatHead; onClose: () => void }): ReactElement {
  const [title, setTitle] = useDraft(`title.${chat.id}`, chat.title ?? "");
  const save = useAction(async () => {
    await api.patch(`/api/chats/${part(chat.id)}`, { title: title.trim() });
    setTitle("");
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title="Rename the chat">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <TextInput data-autofocus label="Title" value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
        <Refusal error={save.error} />
        <Button mt="sm" type="submit" loading={save.busy} disabled={title.trim() === ""}>
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
