import { Button } from "@mantine/core";
import { type ReactElement, type ReactNode } from "react";
import { useFetch } from "../state/fetch.ts";
import { api, part } from "../api/client.ts";
import type { Call } from "../api/types.ts";
import { useAction } from "../state/action.ts";
import { useConsole } from "../state/store.ts";
import { cutMessage, visibleText } from "../text/visible.ts";
import { Lazy } from "../ui/Lazy.tsx";
import { lazyPart } from "../ui/lazyPart.ts";
import { Refusal } from "../ui/notes.tsx";
import { ScrollText } from "../viewers/ScrollText.tsx";
import { JsonTree } from "../viewers/JsonTree.tsx";
import { ApprovalPanel } from "./ApprovalPanel.tsx";
import { CallProgress } from "./CallProgress.tsx";
import { endedQuestions } from "./endedQuestions.ts";
import { EndedQuestion, QuestionCard } from "./QuestionCard.tsx";
import { ResultView } from "./ResultView.tsx";
import { TaskLine } from "./TaskLine.tsx";

const AppFrame = lazyPart(async () => (await import("../apps/AppFrame.tsx")).AppFrame);

/** Everything about a call on one screen: arguments, what it waits for, progress, result, traffic. */
export function CallBody({ call: given, actions }: { call: Call; actions?: ReactNode }): ReactElement {
  const call = useWhole(given);
  const approvals = useConsole((state) => state.approvals);
  const allQuestions = useConsole((state) => state.questions);
  const tasks = useConsole((state) => state.tasks);
  const approval = approvals.find((one) => one.call === call.id);
  const questions = allQuestions.filter((question) => question.call === call.id);
  const underWay = call.state === "running" || call.state === "pending";
  const cancel = useAction(() => api.post(`/api/calls/${part(call.id)}/cancel`));
  return (
    <div className="call-body">
      {approval ? (
        <ApprovalPanel key={approval.id} approval={approval} />
      ) : (
        <div role="group" aria-label="Arguments">
          <h3 className="part-head">Arguments</h3>
          <JsonTree value={call.arguments ?? {}} label="arguments" />
        </div>
      )}
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
      {endedQuestions(call.id, questions).map((question) => (
        <EndedQuestion key={question.id} question={question} />
      ))}
      {tasks
        .filter((task) => task.call === call.id)
        .map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      {underWay ? <CallProgress call={call} waits={Boolean(approval) || questions.length > 0} /> : null}
      <div className="call-actions">
        {underWay ? (
          <Button size="compact-xs" color="red" variant="light" loading={cancel.busy} onClick={() => void cancel.run()}>
            Cancel
          </Button>
        ) : null}
        {actions}
      </div>
      <Refusal error={cancel.error} />
      {call.error ? (
        <div className="note problem" role="alert">
          <div className="min0">
            <ScrollText text={cutMessage(call.error.message, call.error.messageCut)} label="Why it failed" />
            {call.error.hint ? <div className="dim wrap">{visibleText(call.error.hint)}</div> : null}
          </div>
        </div>
      ) : null}
      {call.app && call.state !== "approval" ? (
        <Lazy>
          <AppFrame key={call.id} call={call} app={call.app} />
        </Lazy>
      ) : null}
      <ResultView call={call} />
    </div>
  );
}

/** Lists of calls carry little of each result; a call that is looked at is fetched with more of it. */
function useWhole(call: Call): Call {
  const more = useFetch<Call>(call.result?.cut ? `/api/calls/${part(call.id)}` : null).data;
  return more?.result ? { ...call, result: more.result } : call;
}
