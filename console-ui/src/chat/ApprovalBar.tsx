import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Approval, Decision } from "../api/types.ts";
import { decide, isBeingEdited } from "../calls/decide.ts";
import { useWholeApprovals } from "../calls/mounted.ts";
import { useAction } from "../state/action.ts";
import { count } from "../text/format.ts";
import { Refusal } from "../ui/notes.tsx";

/** Several calls that wait at once are decided at once, or one by one in their cards. */
export function ApprovalBar({ approvals }: { approvals: readonly Approval[] }): ReactElement | null {
  const whole = useWholeApprovals();
  const unseen = approvals.filter((one) => !whole.has(one.id)).length;
  const act = useAction(async (decision: Decision) => {
    // A call whose arguments somebody is changing would be sent as it was asked for, and one that is being denied be allowed;
    // they are left to their cards.
    for (const approval of approvals) if (decision === "deny" || !isBeingEdited(approval)) await decide(approval, decision);
  });
  if (approvals.length < 2) return null;
  const showFirst = (): void => {
    document.querySelector(`[data-call="${CSS.escape(approvals[0]!.call)}"]`)?.scrollIntoView({ block: "center" });
  };
  return (
    <div className="approval-bar" role="group" aria-label="Waiting calls">
      <strong data-testid="approvals-count">{approvals.length}</strong> calls wait
      <Button size="compact-sm" loading={act.busy} disabled={unseen > 0} onClick={() => void act.run("once")}>
        Allow all
      </Button>
      <Button size="compact-sm" variant="default" disabled={act.busy} onClick={() => void act.run("deny")}>
        Deny all
      </Button>
      <button type="button" className="link" onClick={showFirst}>
        Decide one by one
      </button>
      {unseen > 0 ? <span className="warn-text">Not all of {count(unseen, "call")} is shown; decide one by one.</span> : null}
      <Refusal error={act.error} />
    </div>
  );
}
