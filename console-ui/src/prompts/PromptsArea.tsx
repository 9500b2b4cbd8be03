import { Button } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api } from "../api/client.ts";
import type { Prompt, PromptAnswer } from "../api/types.ts";
import { go, hashOf, useRoute } from "../app/route.ts";
import { handOver } from "../chat/handOver.ts";
import { CompletedField } from "../resources/CompletedField.tsx";
import { useAction } from "../state/action.ts";
import { useDraft, useDraftTexts } from "../state/drafts.ts";
import { serverName, useServerName } from "../state/names.ts";
import { usePrompts } from "../state/shared.ts";
import { count } from "../text/format.ts";
import { fuzzyFilter } from "../text/fuzzy.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Filter } from "../ui/Filter.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Name } from "../ui/Name.tsx";
import { Empty, Refusal } from "../ui/notes.tsx";
import { promptDraft } from "./draft.ts";
import { BlockView } from "../viewers/BlockView.tsx";

/** The prompts that servers offer. */
export function PromptsArea(): ReactElement {
  const [server, name] = useRoute().path;
  const { data, loaded, error } = usePrompts();
  const [typed, setTyped] = useDraft("filter.prompts");
  const found = fuzzyFilter(data.prompts, typed, (one) => `${one.name} ${one.title ?? ""} ${serverName(one.server)}`);
  const prompt = data.prompts.find((one) => one.server === server && one.name === name);
  return (
    <div className={`panes two ${prompt ? "chosen" : ""}`}>
      <div className="pane list">
        <div className="bar column">
          <Filter label="Filter prompts" value={typed} onChange={setTyped} />
        </div>
        <nav className="scroll" aria-label="Prompts" data-testid="prompt-list">
          <Refusal error={loaded ? null : error} />
          <ul className="plain-list">
            {found.map((one) => (
              <li key={`${one.server} ${one.name}`}>
                <a className="list-row" href={hashOf("prompts", one.server, one.name)} aria-current={one === prompt ? "true" : undefined}>
                  <Name of={one.name} className="strong" />
                  <span className="dim small">{serverName(one.server)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="list-foot dim">{count(found.length, "prompt")}</div>
      </div>
      <div className="pane detail">
        {prompt ? (
          <PromptPane key={`${prompt.server}\n${prompt.name}`} prompt={prompt} />
        ) : (
          <Empty title={loaded && data.prompts.length === 0 ? "No prompts" : "Choose a prompt"}>
            {loaded && data.prompts.length === 0 ? <p className="dim">No connected server offers prompts.</p> : null}
          </Empty>
        )}
      </div>
    </div>
  );
}

function PromptPane({ prompt }: { prompt: Prompt }): ReactElement {
  const server = useServerName(prompt.server);
  const wanted = prompt.arguments ?? [];
  const [given, setGiven] = useDraftTexts(promptDraft(prompt));
  const [answer, setAnswer] = useState<PromptAnswer | null>(null);
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const missing = wanted.filter((one) => one.required && !given[one.name]).map((one) => visibleName(one.name));
  const get = useAction(async () => {
    setAnswer(await api.post<PromptAnswer>("/api/prompts/get", { server: prompt.server, name: prompt.name, arguments: filled }));
  });
  return (
    <div className="pad">
      <div className="tool-title">
        <span className="only-narrow">
          <IconButton icon="in" label="Back to the list of prompts" onClick={() => go("prompts")} />
        </span>
        <h2>
          <Name of={prompt.name} />
        </h2>
        <span className="dim">on {server}</span>
      </div>
      {prompt.title ? <div>{visibleName(prompt.title)}</div> : null}
      {prompt.description ? <p className="dim wrap">{visibleText(prompt.description)}</p> : null}
      <form
        className="schema-form narrow-form"
        aria-label={`Arguments of ${visibleName(prompt.name)}`}
        onSubmit={(event) => {
          event.preventDefault();
          void get.run();
        }}
      >
        {wanted.map((argument) => (
          <CompletedField
            key={argument.name}
            name={argument.name}
            required={argument.required ?? false}
            description={argument.description ?? argument.title ?? undefined}
            value={given[argument.name] ?? ""}
            onChange={(value) => setGiven(argument.name, value)}
            server={prompt.server}
            reference={{ type: "prompt", name: prompt.name }}
            context={filled}
          />
        ))}
        {missing.length > 0 ? <div className="dim">Still needed: {missing.join(", ")}</div> : null}
        <div className="run-row">
          <Button type="submit" loading={get.busy} disabled={missing.length > 0}>
            Get the prompt
          </Button>
          <Button
            variant="default"
            disabled={missing.length > 0}
            onClick={() => {
              handOver({ server: prompt.server, name: prompt.name, arguments: filled });
              go("chat", "new", "prompt");
            }}
          >
            Use in a chat
          </Button>
        </div>
      </form>
      <Refusal error={get.error} />
      {answer ? (
        <section aria-label="Messages" data-testid="prompt-messages">
          {answer.description ? <p className="dim">{visibleText(answer.description)}</p> : null}
          {answer.messages.map((message, index) => (
            <article key={index} className="prompt-message">
              <span className="chip">{visibleName(message.role)}</span>
              <BlockView block={message.content} server={prompt.server} label={`message ${index + 1}`} />
            </article>
          ))}
        </section>
      ) : null}
    </div>
  );
}
