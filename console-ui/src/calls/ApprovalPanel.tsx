import { Button, Menu, TextInput } from "@mantine/core";
import { useRef, useState, type ReactElement } from "react";
import type { Approval, Decision } from "../api/types.ts";
import { JsonField, jsonProblem } from "../json/JsonField.tsx";
import { readJson } from "../json/read.ts";
import { problemWords } from "../schema/problems.ts";
import { useAction } from "../state/action.ts";
import { useDraft } from "../state/drafts.ts";
import { useServerName } from "../state/names.ts";
import { size } from "../text/format.ts";
import { cutMessage, visibleName } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { Refusal } from "../ui/notes.tsx";
import { ScrollText } from "../viewers/ScrollText.tsx";
import { WholeJson } from "../viewers/WholeJson.tsx";
import { useApprovalKeys } from "./approvalKeys.ts";
import { allowOthers, argumentsKey, asDraft, decide, editable, reasonKey, storableDraft, writtenIn } from "./decide.ts";
import { useWholeApproval } from "./mounted.ts";
import { useTyping } from "./typing.ts";
import { ToolDifference } from "./ToolDifference.tsx";
import { hintWords } from "./words.ts";

/** A call that waits for a decision: what would be sent, and the ways to decide. */
export function ApprovalPanel({ approval }: { approval: Approval }): ReactElement {
  const server = useServerName(approval.server);
  const tool = visibleName(approval.tool);
  const [draft, setDraft] = useDraft(argumentsKey(approval), "", storableDraft);
  const edited = writtenIn(draft);
  const setEdited = (text: string | null): void => {
    act.clear(); // It was about other arguments.
    setDraft(asDraft(text));
  };
  const [reason, setReason] = useDraft(reasonKey(approval));
  const [denying, setDenying] = useState(reason !== "");
  const [argumentsWhole, setArgumentsWhole] = useState(false);
  const [definitionWhole, setDefinitionWhole] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const act = useAction(async (decision: Decision) => {
    await decide(approval, decision, {
      ...(decision === "deny" && reason !== "" ? { reason } : {}),
      ...(decision === "once" && edited !== null ? { arguments: readJson(edited) } : {}),
    });
    if (decision === "server") await allowOthers(approval);
  });
  const broken = edited !== null && jsonProblem(edited) !== null;
  // What was not shown to its last character is not agreed to, by any button and any key.
  const whole = definitionWhole && (edited !== null || argumentsWhole);
  const asIs = edited === null && whole;
  useWholeApproval(approval.id, definitionWhole && argumentsWhole);
  const hinted = useApprovalKeys(panel, buttons, asIs && !denying && !act.busy, {
    once: () => void act.run("once"),
    chat: approval.chat ? () => void act.run("chat") : undefined,
    deny: () => void act.run("deny"),
  });
  const typing = useTyping();
  const hints = hintWords(approval.hints);
  return (
    <div ref={panel} role="group" className="approval" aria-label={`Approval of ${tool}`}>
      <div>
        <strong>
          {wanting(approval)} to call <bdi>{tool}</bdi> on <bdi>{server}</bdi>.
        </strong>
      </div>
      {approval.description ? <ScrollText text={cutMessage(approval.description, approval.descriptionCut)} label={`Description of ${tool}`} className="dim" /> : null}
      {approval.why === "changed" ? <div className="warn-text">The tool is not what was approved. Look at what has changed before allowing the call.</div> : null}
      {approval.difference ? <ToolDifference difference={approval.difference} tool={tool} /> : null}
      {approval.ruled ? <div className="dim">It was decided to ask at every call of it.</div> : null}
      {hints.length > 0 ? <div className="dim">Server says: {hints.join(", ")} (unverified).</div> : null}
      <Definition approval={approval} whole={definitionWhole} onWhole={setDefinitionWhole} />
      {edited === null ? (
        <div className="approval-arguments">
          <div className="dim">What it would be called with:</div>
          <WholeJson value={approval.arguments ?? {}} label="arguments" onWhole={setArgumentsWhole} />
          <button type="button" className="link" onClick={() => setEdited(editable(approval.arguments ?? {}))}>
            <Icon name="edit" size={13} /> Edit arguments
          </button>
          {argumentsWhole ? null : <div className="warn-text">Look at all of the arguments before allowing the call.</div>}
        </div>
      ) : (
        <div>
          <JsonField label="Arguments to send" text={edited} onChange={setEdited} />
          <button type="button" className="link" onClick={() => setEdited(null)}>
            Back to what was asked for
          </button>
        </div>
      )}
      {act.error ? (
        <>
          <Refusal error={act.error} />
          {act.error.problems.map((problem, index) => (
            <div key={index} className="bad-text">
              {problemWords(problem)}
            </div>
          ))}
        </>
      ) : null}
      <div ref={buttons} className="approval-buttons">
        <Button size="xs" loading={act.busy} disabled={broken || !whole} onClick={() => void act.run("once")}>
          Allow once {hinted ? <kbd>A</kbd> : null}
        </Button>
        {approval.chat ? (
          <Button size="xs" variant="default" disabled={!asIs || act.busy} onClick={() => void act.run("chat")}>
            Allow for this chat {hinted ? <kbd>S</kbd> : null}
          </Button>
        ) : null}
        <Menu transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button size="xs" variant="default" disabled={!asIs || act.busy} rightSection={<Icon name="down" size={12} />}>
              Always
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void act.run("tool")}>Always allow this tool</Menu.Item>
            <Menu.Item onClick={() => void act.run("server")}>Always allow all tools of {server}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {denying ? (
          <form
            className="deny-form"
            onSubmit={(event) => {
              event.preventDefault();
              void act.run("deny");
            }}
          >
            <TextInput size="xs" autoFocus aria-label={approval.chat ? "Reason for the model" : "Reason"} placeholder={approval.chat ? "reason, told to the model (optional)" : "reason (optional)"} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
            <Button size="xs" type="submit" color="red" loading={act.busy}>
              Deny
            </Button>
          </form>
        ) : (
          <>
            <Button size="xs" color="red" variant="light" disabled={act.busy} onClick={() => void act.run("deny")}>
              Deny {hinted ? <kbd>D</kbd> : null}
            </Button>
            <button type="button" className="link" onClick={() => setDenying(true)}>
              Deny with a reason
            </button>
          </>
        )}
      </div>
      {hinted ? (
        // Its place stays: a button that moves while it is pressed is missed.
        <div className="dim" style={{ visibility: typing ? "visible" : "hidden" }}>
          While you write, these keys are letters. <kbd>Tab</kbd> out of the field, then they decide.
        </div>
      ) : null}
    </div>
  );
}

interface DefinitionProps {
  approval: Approval;
  whole: boolean;
  onWhole: (whole: boolean) => void;
}

/** All that the server says of the tool: a yes approves every word of it, also of those that a model reads and nobody else. */
function Definition({ approval, whole, onWhole }: DefinitionProps): ReactElement {
  if (approval.definition === null || approval.definition === undefined) {
    const length = approval.definitionCut ? ` (${size(approval.definitionCut)})` : "";
    return <div className="warn-text">The definition of the tool is too long to be shown whole{length}, and nobody agrees to what they have not seen. The call can only be denied.</div>;
  }
  return (
    <div className="approval-definition">
      <div className="dim">All that the server says of the tool:</div>
      <WholeJson value={approval.definition} label="definition" onWhole={onWhole} />
      {whole ? null : <div className="warn-text">Look at all of the definition before allowing the call.</div>}
    </div>
  );
}

function wanting(approval: Approval): string {
  if (approval.app) return "An app wants";
  return approval.chat ? "The model wants" : "You want";
}
