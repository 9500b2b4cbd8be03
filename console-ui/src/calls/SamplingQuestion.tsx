import { Button, Textarea } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Block, Question } from "../api/types.ts";
import { isObject } from "../json/value.ts";
import { useDraft } from "../state/drafts.ts";
import { modelForNewChat } from "../state/models.ts";
import { useConsole } from "../state/store.ts";
import { size } from "../text/format.ts";
import { visibleName } from "../text/visible.ts";
import { Pick } from "../ui/Pick.tsx";
import { ScrollText } from "../viewers/ScrollText.tsx";
import { WholeJson } from "../viewers/WholeJson.tsx";
import { Buttons, questionKey, type Answer } from "./QuestionCard.tsx";

/** A server that wants a model's answer: by hand, or by one of the models here, after the person has seen what is asked. */
export function SamplingQuestion({ question, answer, busy }: { question: Question; answer: Answer; busy: boolean }): ReactElement {
  const models = useConsole((state) => state.models);
  const ready = models.filter((model) => model.ready);
  const [chosen, setModel] = useState<string | null>(null);
  const settings = useConsole((state) => state.settings);
  const model = chosen ?? modelForNewChat(ready, settings);
  const [text, setText] = useDraft(questionKey(question));
  const sampling = question.sampling ?? {};
  const messages = sampling.messages ?? [];
  const wishes = isObject(sampling.wishes) && Object.keys(sampling.wishes).length > 0 ? sampling.wishes : null;
  const [wishesWhole, setWishesWhole] = useState(false);
  const whole = wishes === null || wishesWhole;
  // While a model writes somebody may still decide otherwise.
  const waits = busy && !question.answering;
  return (
    <div>
      <p className="dim">
        {messages.length === 1 ? "1 message" : `${messages.length} messages`}
        {sampling.systemPrompt ? " and a system prompt" : ""}, all of it here. The answer has at most {sampling.maxTokens ?? "any number of"} tokens.
      </p>
      {sampling.systemPrompt ? (
        <div>
          <span className="chip">system prompt</span>
          <ScrollText text={sampling.systemPrompt} label="System prompt" className="asked" />
        </div>
      ) : null}
      {messages.map((message, index) => (
        <div key={index}>
          <span className="chip">{visibleName(message.role)}</span>
          {(Array.isArray(message.content) ? message.content : [message.content]).map((block, place) => (
            <Piece key={place} block={block} label={`Message ${index + 1}`} />
          ))}
        </div>
      ))}
      {wishes === null ? null : (
        <div>
          <span className="chip">also wanted</span>
          <WholeJson value={wishes} label="What else is wanted" onWhole={setWishesWhole} />
          {whole ? null : <div className="warn-text">Look at all that is wanted before agreeing.</div>}
        </div>
      )}
      {question.answering ? (
        <p role="status">A model is writing the answer. Decline or dismiss the question to stop it.</p>
      ) : (
        <div className="sampling-model">
          <Pick label="Model that answers" value={model} onChange={setModel} options={ready.map((one) => ({ value: one.id, label: one.label }))} />
          <Button size="xs" loading={busy} disabled={!whole || model === ""} onClick={() => answer("accept", { answer: { byModel: model } })}>
            Let the model answer
          </Button>
        </div>
      )}
      <Textarea label="Or answer by hand" autosize minRows={2} maxRows={10} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <div className="approval-buttons">
        <Button
          size="xs"
          variant="default"
          disabled={!whole || waits || text.trim() === ""}
          onClick={() => answer("accept", { answer: { text } })}
        >
          Send this answer
        </Button>
        <Buttons answer={answer} busy={waits} />
      </div>
    </div>
  );
}

/** One piece of a message, as it was written: a model reads all of it, and nothing of what a page would make of it. */
function Piece({ block, label }: { block: Block; label: string }): ReactElement {
  const about = [block.type === "text" ? null : block.type, block.name, block.uri, block.mime].filter((one) => typeof one === "string").map(visibleName);
  if (typeof block.bytes === "number") about.push(size(block.bytes));
  return (
    <>
      {about.length > 0 ? <p className="dim small wrap">[{about.join(", ")}]</p> : null}
      {typeof block.text === "string" ? <ScrollText text={block.text} label={label} className="asked" /> : null}
    </>
  );
}
