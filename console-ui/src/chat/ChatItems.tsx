import { Button } from "@mantine/core";
import { memo, useLayoutEffect, useRef, useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { ChatHead, ChatItem } from "../api/types.ts";
import { CallCard } from "../calls/CallCard.tsx";
import { useAction } from "../state/action.ts";
import type { ConsoleState } from "../state/model.ts";
import { useConsole } from "../state/store.ts";
import { beginning, visibleText } from "../text/visible.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Guarded } from "../ui/Lazy.tsx";
import { Note, Refusal } from "../ui/notes.tsx";
import { MarkdownView } from "../viewers/MarkdownView.tsx";
import type { OpenChat } from "./items.ts";

/** So many items are on the page at first; older ones come on wish. */
const SHOWN = 80;
const LONGEST_TEXT = 200_000;
const NEAR_END_PX = 80;

/** The conversation from its beginning; it follows its end unless somebody scrolled up. */
export function ChatItems({ chat, head }: { chat: OpenChat; head: ChatHead | undefined }): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [shown, setShown] = useState(SHOWN);
  useLayoutEffect(() => {
    const element = box.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  });
  const hidden = Math.max(0, chat.items.length - shown);
  const waits = useConsole((state) => isAsked(state, chat.id));
  return (
    <div
      ref={box}
      className="chat-items"
      tabIndex={0}
      role="log"
      aria-label="Messages"
      aria-busy={head?.running ?? false}
      data-testid="chat-items"
      onScroll={(event) => {
        const element = event.currentTarget;
        atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      }}
    >
      {hidden > 0 ? (
        <button type="button" className="link" onClick={() => setShown(shown + SHOWN * 2)}>
          Show earlier messages ({hidden})
        </button>
      ) : null}
      {chat.items.slice(hidden).map((item) => (
        <Guarded key={item.id}>
          <Item item={item} chat={chat.id!} running={head?.running ?? false} />
        </Guarded>
      ))}
      {head?.running ? (
        <div className="dim working" role="status">
          {waits ? "Waiting for you" : "The model is at work…"}
        </div>
      ) : null}
    </div>
  );
}

/** Whether the run of a chat waits for the person, by a decision or an answer. */
function isAsked(state: ConsoleState, chat: string | null): boolean {
  if (chat === null) return false;
  return (
    state.approvals.some((one) => one.chat === chat) ||
    state.questions.some((one) => one.chat === chat || (one.call && state.calls.get(one.call)?.chat === chat))
  );
}

const Item = memo(function Item({ item, chat, running }: { item: ChatItem; chat: string; running: boolean }): ReactElement | null {
  const text = beginning(item.text ?? "", LONGEST_TEXT);
  switch (item.type) {
    case "user":
      return (
        <article className="message user" aria-label="You">
          <div className="wrap">{visibleText(text)}</div>
        </article>
      );
    case "assistant":
      if (text === "" && !item.streaming) return null;
      return (
        <article className="message assistant" aria-label="Model" aria-busy={item.streaming ?? false}>
          <MarkdownView text={text} />
          {item.streaming ? (
            <span className="cursor" aria-hidden="true" />
          ) : (
            <div className="message-tools">
              <CopyButton text={item.text ?? ""} label="Copy answer" />
            </div>
          )}
        </article>
      );
    case "thinking":
      return (
        <details className="thinking">
          <summary className="dim">Thinking{item.streaming ? "…" : ""}</summary>
          <div className="wrap dim">{visibleText(text)}</div>
        </details>
      );
    case "call":
      return <CallItem item={item} />;
    case "limit":
      return <Limit text={text} chat={chat} running={running} />;
    case "note":
      return <Note tone={item.level === "error" ? "problem" : item.level === "warning" ? "warn" : "info"}>{visibleText(text)}</Note>;
    default:
      return null;
  }
});

function CallItem({ item }: { item: ChatItem }): ReactElement {
  const live = useConsole((state) => (item.call ? state.calls.get(item.call) : undefined));
  const call = live ?? item.callState;
  if (!call) return <Note tone="info">A call whose details are not kept any more.</Note>;
  return <CallCard call={call} open={Boolean(call.app)} />;
}

function Limit({ text, chat, running }: { text: string; chat: string; running: boolean }): ReactElement {
  const go = useAction(() => api.post(`/api/chats/${part(chat)}/continue`));
  return (
    <div className="note warn" role="group" aria-label="Step limit">
      <div className="grow">
        <div>{text === "" ? "Stopped at the limit of tool steps." : visibleText(text)}</div>
        <Button mt={6} size="xs" loading={go.busy} disabled={running} onClick={() => void go.run()}>
          Continue 10 more
        </Button>
        <Refusal error={go.error} />
      </div>
    </div>
  );
}
