import { Button, Textarea } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { Problem, Question } from "../api/types.ts";
import { readJson } from "../json/read.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { check } from "../schema/check.ts";
import { initialValue } from "../schema/initial.ts";
import { SchemaForm } from "../schema/SchemaForm.tsx";
import { withoutSecrets } from "../schema/secrets.ts";
import { useAction } from "../state/action.ts";
import { keepDraft, readDraft, useDraft } from "../state/drafts.ts";
import { useServerName } from "../state/names.ts";
import { visibleName } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { Refusal } from "../ui/notes.tsx";
import { ScrollText } from "../viewers/ScrollText.tsx";
import { webAddress } from "../viewers/address.ts";
import { ThisMachine } from "../viewers/ThisMachine.tsx";
import { answeredQuestion, sawQuestion } from "./endedQuestions.ts";
import { SamplingQuestion } from "./SamplingQuestion.tsx";

export type Answer = (action: "accept" | "decline" | "cancel", more?: Record<string, unknown>) => void;

/** What is written for a question is kept under its id until an answer has been taken. */
export function questionKey(question: Pick<Question, "id">): string {
  return `question.${question.id}`;
}

const TITLES: Record<Question["kind"], string> = {
  form: "asks you for something",
  page: "asks you to open a page",
  sampling: "asks a model for an answer",
  roots: "asks which folders it may see",
};

/** What a server asks of the person, in the call that made it ask. */
export function QuestionCard({ question }: { question: Question }): ReactElement {
  const server = useServerName(question.server);
  const act = useAction(async (action: string, more: Record<string, unknown> = {}) => {
    await api.post(`/api/questions/${part(question.id)}`, { action, ...more });
    answeredQuestion(question.id);
    keepDraft(questionKey(question), null);
  });
  useEffect(() => sawQuestion(question), [question]);
  const answer: Answer = (action, more) => void act.run(action, more);
  return (
    <div role="group" className="question" aria-label={`Question of ${server}`}>
      <div className="question-head">
        <Icon name="question" />
        <strong>
          <bdi>{server}</bdi> {TITLES[question.kind]}
        </strong>
      </div>
      {question.message ? <ScrollText text={question.message} label={`What ${server} asks`} className="asked" /> : null}
      {question.kind === "form" ? <FormQuestion question={question} answer={answer} busy={act.busy} /> : null}
      {question.kind === "page" ? <PageQuestion question={question} answer={answer} busy={act.busy} /> : null}
      {question.kind === "sampling" ? <SamplingQuestion question={question} answer={answer} busy={act.busy} /> : null}
      {question.kind === "roots" ? <RootsQuestion question={question} answer={answer} busy={act.busy} /> : null}
      <Refusal error={act.error} />
    </div>
  );
}

function FormQuestion({ question, answer, busy }: { question: Question; answer: Answer; busy: boolean }): ReactElement {
  const schema = question.schema ?? {};
  const draftKey = questionKey(question);
  const [value, setValue] = useState<JsonObject>(() => {
    const kept = readDraft(draftKey);
    const read = kept === null ? null : readJson(kept);
    return isObject(read ?? undefined) ? (read as JsonObject) : initialValue(schema, schema, true);
  });
  const [unfinished, setUnfinished] = useState<Problem[]>([]);
  const [problems, setProblems] = useState<Problem[]>([]);
  useEffect(() => keepDraft(draftKey, writeJson(value), writeJson(withoutSecrets(value, question.schema ?? {}))), [draftKey, value, question.schema]);
  const submit = (): void => {
    const found = [...unfinished, ...check(value, schema, schema)];
    setProblems(found);
    if (found.length > 0) return;
    answer("accept", { content: value });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="dim small">Answers go to this server. Do not give passwords or keys to a server that you do not trust.</p>
      <SchemaForm
        schema={schema}
        value={value}
        onChange={(next) => {
          setValue(next);
          setProblems([]);
        }}
        problems={problems}
        onUnfinished={setUnfinished}
      />
      <Buttons answer={answer} busy={busy} accept="Submit" />
    </form>
  );
}

function PageQuestion({ question, answer, busy }: { question: Question; answer: Answer; busy: boolean }): ReactElement {
  const address = question.url ? webAddress(question.url) : null;
  if (!address || !question.urlHost) {
    return (
      <>
        <Refusal error={`The server named no page that can be opened: ${visibleName(question.url ?? "")}`} />
        <Buttons answer={answer} busy={busy} />
      </>
    );
  }
  return (
    <>
      <p>
        The page is at <strong className="mono">{visibleName(address.host)}</strong>. Open it only if you know this host.
      </p>
      <ThisMachine address={address} />
      <p className="mono small wrap dim">{visibleName(address.href)}</p>
      <div className="approval-buttons">
        <Button size="xs" component="a" href={address.href} target="_blank" rel="noopener noreferrer" onClick={() => answer("accept")}>
          Open {visibleName(address.host)} and accept
        </Button>
        <Buttons answer={answer} busy={busy} />
      </div>
    </>
  );
}

function RootsQuestion({ question, answer, busy }: { question: Question; answer: Answer; busy: boolean }): ReactElement {
  const [folders, setFolders] = useDraft(questionKey(question));
  const list = folders.split("\n").map((one) => one.trim()).filter((one) => one !== "");
  return (
    <>
      <Textarea label="Folders it may see, one on each line" description="Whole paths of folders on this machine." className="mono-field" autosize minRows={2} spellCheck={false} value={folders} onChange={(event) => setFolders(event.currentTarget.value)} />
      <Buttons answer={answer} busy={busy} accept="Allow these folders" onAccept={() => answer("accept", { content: { roots: list } })} />
    </>
  );
}

interface ButtonsProps {
  answer: Answer;
  busy: boolean;
  accept?: string;
  onAccept?: () => void;
}

/** The three answers of the protocol: yes, no, and "not now". */
export function Buttons({ answer, busy, accept, onAccept }: ButtonsProps): ReactElement {
  return (
    <div className="approval-buttons">
      {accept ? (
        <Button size="xs" type={onAccept ? "button" : "submit"} loading={busy} onClick={onAccept}>
          {accept}
        </Button>
      ) : null}
      <Button size="xs" variant="default" disabled={busy} onClick={() => answer("decline")}>
        Decline
      </Button>
      <Button size="xs" variant="subtle" disabled={busy} onClick={() => answer("cancel")}>
        Dismiss
      </Button>
    </div>
  );
}

/** A question that waits no more and was not answered here. What was asked stays to be seen. */
export function EndedQuestion({ question }: { question: Question }): ReactElement {
  const server = useServerName(question.server);
  return (
    <div role="group" className="question ended" aria-label={`Ended question of ${server}`}>
      <div className="question-head">
        <Icon name="slash" />
        <strong>
          <bdi>{server}</bdi> asked something here, and waits no more
        </strong>
      </div>
      <p className="dim">It took the question back, was answered elsewhere, or ended. Nothing was sent from this page.</p>
      {question.message ? <ScrollText text={question.message} label={`What ${server} asked`} className="dim" /> : null}
    </div>
  );
}
