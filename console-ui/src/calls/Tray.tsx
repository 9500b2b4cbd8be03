import type { ReactElement } from "react";
import type { Call } from "../api/types.ts";
import { showCall } from "./show.ts";
import { useDraft } from "../state/drafts.ts";
import { useConsole } from "../state/store.ts";
import { count } from "../text/format.ts";
import { serverName } from "../state/names.ts";
import { visibleName } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { ApprovalPanel } from "./ApprovalPanel.tsx";
import { useShownCalls } from "./mounted.ts";
import { QuestionCard } from "./QuestionCard.tsx";
import { isTaskOver, TaskLine } from "./TaskLine.tsx";

/** What waits for the person and belongs to no call that is on the screen. */
export function Tray(): ReactElement | null {
  const shown = useShownCalls();
  const allQuestions = useConsole((state) => state.questions);
  const allApprovals = useConsole((state) => state.approvals);
  const allTasks = useConsole((state) => state.tasks);
  const calls = useConsole((state) => state.calls);
  const [kept, keep] = useDraft("tray.folded");
  const folded = kept === "yes";
  const setFolded = (fold: boolean): void => keep(fold ? "yes" : "");
  const hidden = (call: string | null | undefined): boolean => !call || !shown.has(call);
  const questions = allQuestions.filter((one) => hidden(one.call));
  const approvals = allApprovals.filter((one) => hidden(one.call));
  const tasks = allTasks.filter((one) => hidden(one.call) && !isTaskOver(one));
  const waiting = questions.length + approvals.length;
  if (waiting + tasks.length === 0) return null;
  const words = [waiting > 0 ? `${waiting} waiting for you` : "", tasks.length > 0 ? `${count(tasks.length, "task")} running` : ""].filter(Boolean).join(", ");
  return (
    <aside className="tray" aria-label="Waiting for you">
      <button type="button" className="tray-head" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
        <Icon name="question" /> {words} <Icon name={folded ? "up" : "down"} />
      </button>
      {folded ? null : (
        <div className="tray-body">
          {approvals.map((one) => {
            const call = calls.get(one.call);
            return call ? <Elsewhere key={one.id} call={call} what="waits for your decision" /> : <ApprovalPanel key={one.id} approval={one} />;
          })}
          {questions.map((one) => {
            const call = one.call ? calls.get(one.call) : undefined;
            return call ? <Elsewhere key={one.id} call={call} what="asks you something" /> : <QuestionCard key={one.id} question={one} />;
          })}
          {tasks.map((one) => (
            <TaskLine key={one.id} task={one} />
          ))}
        </div>
      )}
    </aside>
  );
}

/** A call on another screen that waits: its card there has all of it. */
function Elsewhere({ call, what }: { call: Call; what: string }): ReactElement {
  return (
    <div className="tray-line">
      <span className="grow min0">
        <bdi className="strong">{visibleName(call.tool)}</bdi> on <bdi>{serverName(call.server)}</bdi> {what}.
      </span>
      <button type="button" className="link" aria-label={`Go there: ${visibleName(call.tool)}`} onClick={() => showCall(call)}>
        Go there
      </button>
    </div>
  );
}
