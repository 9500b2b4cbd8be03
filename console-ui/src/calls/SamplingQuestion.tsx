import { Button, Textarea } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Question } from "../api/types.ts";
import { useDraft } from "../state/drafts.ts";
import { modelForNewChat } from "../state/models.ts";
import { useConsole } from "../state/store.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Pick } from "../ui/Pick.tsx";
import { BlockView } from "../viewers/BlockView.tsx";
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
  return (
    <div>
      {sampling.systemPrompt ? (
        <details>
          <summary>System prompt</summary>
          <pre className="small-pre">{visibleText(sampling.systemPrompt)}</pre>
        </details>
      ) : null}
      <div className="sampling-messages">
        {(sampling.messages ?? []).map((message, index) => (
          <div key={index}>
            <span className="chip">{visibleName(message.role)}</span>
            {(Array.isArray(message.content) ? message.content : [message.content]).map((block, place) => (
              <BlockView key={place} block={block} server={question.server} label={`message ${index + 1}`} />
            ))}
          </div>
        ))}
      </div>
      {sampling.maxTokens ? <p className="dim">At most {sampling.maxTokens} tokens.</p> : null}
      <div className="sampling-model">
        <Pick label="Model that answers" value={model} onChange={setModel} options={ready.map((one) => ({ value: one.id, label: one.label }))} />
        <Button size="xs" loading={busy} disabled={model === ""} onClick={() => answer("accept", { answer: { byModel: model } })}>
          Let the model answer
        </Button>
      </div>
      <Textarea label="Or answer by hand" autosize minRows={2} maxRows={10} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <div className="approval-buttons">
        <Button
          size="xs"
          variant="default"
          disabled={busy || text.trim() === ""}
          onClick={() => answer("accept", { answer: { text } })}
        >
          Send this answer
        </Button>
        <Buttons answer={answer} busy={busy} />
      </div>
    </div>
  );
}
