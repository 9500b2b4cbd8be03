import { Button, Textarea } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { ChatHead, Prompt, Resource } from "../api/types.ts";
import { useKeys } from "../app/keys.ts";
import { go } from "../app/route.ts";
import { useAction } from "../state/action.ts";
import { hasTexts, keepDraft, keepDraftList, moveDraft, readDraftList, useDraft } from "../state/drafts.ts";
import { modelForNewChat } from "../state/models.ts";
import { serverName } from "../state/names.ts";
import { store, useConsole } from "../state/store.ts";
import { visibleName } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Refusal } from "../ui/notes.tsx";
import { ChatChoices } from "./ChatChoices.tsx";
import { takeHandedOver } from "./handOver.ts";
import { appNotes, useAppNotes } from "./appNotes.ts";
import { promptDraft } from "../prompts/draft.ts";
import { PromptDialog } from "./PromptDialog.tsx";
import { Proposals, useProposals, type Proposal } from "./Proposals.tsx";
import { deliver, failureOf, forgetFailure } from "./send.ts";

interface Props {
  head: ChatHead | undefined;
  /** From elsewhere: a prompt to begin with. */
  start: string[];
  stop: () => void;
}

/** Where one writes: the message, what goes along with it, and who gets it. */
export function Composer({ head, start, stop }: Props): ReactElement {
  const draft = `chat.${head?.id ?? "new"}`;
  const [text, setText, messageSent] = useDraft(draft);
  const [resources, setResources] = useAttached(draft);
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const settings = useConsole((state) => state.settings);
  const models = useConsole((state) => state.models);
  const [model, setModel] = useState<string | null>(null);
  const [servers, setServers] = useState<string[] | null>(null);
  const notes = useAppNotes(head?.id ?? null);
  const field = useRef<HTMLTextAreaElement>(null);
  const proposals = useProposals(text);
  const chosenModel = head?.model ?? model ?? modelForNewChat(models, settings);

  const send = useAction(async (message: string, begin?: UsedPrompt) => {
    forgetFailure(head?.id);
    const { chat, sent } = await deliver(
      head?.id,
      { model: chosenModel, servers },
      {
        text: message,
        ...(notes.length > 0 ? { context: notes.map(({ server, uri, text: said }) => ({ server, uri, text: said })) } : {}),
        ...(resources.length > 0 ? { resources: resources.map(({ server, uri }) => ({ server, uri })) } : {}),
        ...(begin ? { prompt: begin } : {}),
      },
    );
    if (sent) {
      messageSent(message);
      setResources([]);
      if (begin) keepDraft(promptDraft(begin), null);
      for (const note of notes) appNotes.remove(chat, note);
    } else {
      moveDraft(draft, `chat.${chat}`);
      moveDraft(`${draft}.resources`, `chat.${chat}.resources`);
    }
    if (!head) go("chat", chat);
  });
  usePromptFromElsewhere(start, (server, name, given) => void send.run("", { server, name, arguments: given }));

  const change = (choice: { model?: string; servers?: string[] | null }): void => {
    if (head) void patch.run(choice);
    else {
      if (choice.model !== undefined) setModel(choice.model);
      if (choice.servers !== undefined) setServers(choice.servers);
    }
  };
  const patch = useAction((choice: object) => api.patch(`/api/chats/${part(head!.id)}`, choice));
  const running = head?.running ?? false;
  const canSend = !running && !send.busy && text.trim() !== "";
  const submit = (): void => {
    if (canSend) void send.run(text.trim());
  };
  const take = (proposal: Proposal): void => {
    setText(text.slice(0, proposals.start));
    if (proposal.prompt) setPrompt(proposal.prompt);
    if (proposal.resource) setResources([...resources.filter((one) => !isSame(one, proposal.resource!)), proposal.resource]);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (proposals.onKey(event, take)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (!event.repeat) submit();
    }
  };
  useKeys({
    "mod+Enter": submit,
    "/": () => field.current?.focus(),
  });
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="composer">
      <Proposals proposals={proposals} take={take} />
      {resources.length + notes.length > 0 ? (
        <div className="chips">
          {resources.map((one) => (
            <span key={`${one.server} ${one.uri}`} className="chip">
              @{visibleName(one.name)} <span className="dim">{serverName(one.server)}</span>
              <IconButton icon="cross" size="sm" label={`Leave out ${visibleName(one.name)}`} onClick={() => setResources(resources.filter((other) => other !== one))} />
            </span>
          ))}
          {notes.map((note, index) => (
            <span key={index} className="chip info" title={visibleName(note.text)}>
              from the app {visibleName(note.from)}
              <IconButton icon="cross" size="sm" label={`Leave out what ${visibleName(note.from)} adds`} onClick={() => appNotes.remove(head!.id, note)} />
            </span>
          ))}
        </div>
      ) : null}
      <div className="composer-row">
        <Textarea
          ref={field}
          className="grow"
          aria-label="Message"
          aria-controls={proposals.open ? "composer-proposals" : undefined}
          placeholder="Message the model.  / prompts  @ resources"
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {running ? (
          <Button color="red" variant="light" leftSection={<Icon name="stop" size={13} />} title="Esc" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button leftSection={<Icon name="send" size={13} />} loading={send.busy} disabled={!canSend} onClick={submit}>
            Send
          </Button>
        )}
      </div>
      <ChatChoices head={head} model={chosenModel} servers={head ? (head.servers ?? null) : servers} change={change} />
      <Refusal error={send.error ?? patch.error ?? failureOf(head?.id)} />
      {prompt ? (
        <PromptDialog
          prompt={prompt}
          onClose={() => setPrompt(null)}
          onUse={(given) => {
            setPrompt(null);
            void send.run(text.trim(), { server: prompt.server, name: prompt.name, arguments: given });
          }}
        />
      ) : null}
    </div>
  );
}

interface UsedPrompt {
  server: string;
  name: string;
  arguments: Record<string, string>;
}

type Attached = Pick<Resource, "server" | "uri" | "name">;

function isAttached(value: unknown): value is Attached {
  return hasTexts(value, "server", "uri", "name");
}

function isSame(one: Attached, other: Attached): boolean {
  return one.server === other.server && one.uri === other.uri;
}

/** The resources that go along with the message; kept as the message is. */
function useAttached(draft: string): [readonly Attached[], (list: readonly Attached[]) => void] {
  const key = `${draft}.resources`;
  const [list, setList] = useState<readonly Attached[]>(() => readDraftList(key, isAttached));
  const set = (next: readonly Attached[]): void => {
    const slim = next.map(({ server, uri, name }) => ({ server, uri, name }));
    keepDraftList(key, slim);
    setList(slim);
  };
  return [list, set];
}

/** Another area may have handed over a prompt to begin with; it is used once. */
function usePromptFromElsewhere(start: string[], use: (server: string, name: string, given: Record<string, string>) => void): void {
  const live = useConsole((state) => state.generation > 0);
  useEffect(() => {
    if (start[0] !== "prompt" || !live || store.get().link !== "live") return;
    const prompt = takeHandedOver();
    if (prompt) use(prompt.server, prompt.name, prompt.arguments);
  });
}
