import "./chat.css";
import { useEffect, useRef, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import { useKeys } from "../app/keys.ts";
import { go, useRoute } from "../app/route.ts";
import { useConsole } from "../state/store.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";
import { toastProblem } from "../ui/toasts.tsx";
import { ApprovalBar } from "./ApprovalBar.tsx";
import { ChatItems } from "./ChatItems.tsx";
import { ChatList } from "./ChatList.tsx";
import { Composer } from "./Composer.tsx";
import { useChat } from "./items.ts";
import { Welcome } from "./Welcome.tsx";

/** Conversations with a model that uses the connected tools. */
export function ChatArea(): ReactElement {
  const { path } = useRoute();
  const [first, ...more] = path;
  const chats = useConsole((state) => state.chats);
  const live = useConsole((state) => state.generation > 0);
  const id = first === undefined || first === "new" || first === "list" ? null : first;
  const head = chats.find((one) => one.id === id);
  const chat = useChat(id);
  const allApprovals = useConsole((state) => state.approvals);
  const approvals = allApprovals.filter((one) => one.chat && one.chat === id);
  const newest = chats.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0];
  const arriving = useRef(newest?.id);
  useEffect(() => {
    arriving.current = newest?.id;
  });
  useEffect(() => {
    // On arriving here, not when a chat is made: whoever makes one goes there when its message is on the way.
    if (first === undefined && live && arriving.current) go("chat", arriving.current);
  }, [first, live]);
  const stop = (): void => void api.post(`/api/chats/${part(id!)}/stop`).catch(toastProblem);
  useKeys({ Escape: () => (head?.running ? stop() : false) });
  return (
    <div className={`panes two chat ${first && first !== "list" ? "chosen" : ""}`}>
      <ChatList chats={chats} chosen={id} />
      <section className="pane detail conversation" aria-label="Conversation">
        {head ? (
          <div className="bar">
            <span className="only-narrow">
              <IconButton icon="in" label="Back to the list of chats" onClick={() => go("chat", "list")} />
            </span>
            <h2 className="grow min0">
              <Name of={head.title || "Untitled"} />
            </h2>
          </div>
        ) : null}
        <Refusal error={chat.error} />
        {id === null ? <Welcome /> : <ChatItems key={`items-${id}`} chat={chat} head={head} />}
        {id !== null && live && !head && chat.loaded ? <p className="pad dim">This chat is not there any more.</p> : null}
        <ApprovalBar approvals={approvals} />
        {id === null || head ? <Composer key={`composer-${id ?? "new"}`} head={head} start={more} stop={stop} /> : null}
      </section>
    </div>
  );
}
