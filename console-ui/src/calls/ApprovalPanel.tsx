import { Button, Menu, TextInput } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { Approval, Decision } from "../api/types.ts";
import { JsonField, jsonProblem } from "../json/JsonField.tsx";
import { readJson } from "../json/read.ts";
import { writeJson } from "../json/write.ts";
import { useAction } from "../state/action.ts";
import { useServerName } from "../state/names.ts";
import { beginning, visibleName, visibleText } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { Refusal } from "../ui/notes.tsx";
import { JsonTree } from "../viewers/JsonTree.tsx";
import { hintWords } from "./words.ts";

export function decide(approval: Approval, decision: Decision, more: { reason?: string; arguments?: unknown } = {}): Promise<unknown> {
  return api.post(`/api/approvals/${part(approval.id)}`, { decision, ...more });
}

/** A call that waits for a decision: what would be sent, and the ways to decide. */
export function ApprovalPanel({ approval }: { approval: Approval }): ReactElement {
  const server = useServerName(approval.server);
  const tool = visibleName(approval.tool);
  const [edited, setEdited] = useState<string | null>(null);
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState("");
  const act = useAction((decision: Decision) =>
    decide(approval, decision, {
      ...(decision === "deny" && reason !== "" ? { reason } : {}),
      ...(decision === "once" && edited !== null ? { arguments: readJson(edited) } : {}),
    }),
  );
  const broken = edited !== null && jsonProblem(edited) !== null;
  const hints = hintWords(approval.hints);
  return (
    <div role="group" className="approval" aria-label={`Approval of ${tool}`}>
      <div>
        <strong>
          {approval.app ? "An app" : "The model"} wants to call <bdi>{tool}</bdi> on <bdi>{server}</bdi>.
        </strong>
      </div>
      {approval.description ? <div className="dim wrap">{visibleText(beginning(approval.description, 600))}</div> : null}
      {approval.why === "changed" ? <div className="warn-text">The tool’s description has changed since you allowed it.</div> : null}
      {hints.length > 0 ? <div className="dim">Server says: {hints.join(", ")} (unverified).</div> : null}
      {edited === null ? (
        <div className="approval-arguments">
          <JsonTree value={approval.arguments ?? {}} label="arguments" />
          <button type="button" className="link" onClick={() => setEdited(writeJson(approval.arguments ?? {}, 2))}>
            <Icon name="edit" size={13} /> Edit arguments
          </button>
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
              {visibleName(problem.path || "arguments")}: {visibleText(problem.message)}
            </div>
          ))}
        </>
      ) : null}
      <div className="approval-buttons">
        <Button size="xs" loading={act.busy} disabled={broken} onClick={() => void act.run("once")}>
          Allow once <kbd>A</kbd>
        </Button>
        {approval.chat ? (
          <Button size="xs" variant="default" disabled={edited !== null || act.busy} onClick={() => void act.run("chat")}>
            Allow for this chat <kbd>S</kbd>
          </Button>
        ) : null}
        <Menu transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button size="xs" variant="default" disabled={edited !== null || act.busy} rightSection={<Icon name="down" size={12} />}>
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
            <TextInput size="xs" autoFocus aria-label="Reason for the model" placeholder="reason, told to the model (optional)" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
            <Button size="xs" type="submit" color="red" loading={act.busy}>
              Deny
            </Button>
          </form>
        ) : (
          <>
            <Button size="xs" color="red" variant="light" disabled={act.busy} onClick={() => void act.run("deny")}>
              Deny <kbd>D</kbd>
            </Button>
            <button type="button" className="link" onClick={() => setDenying(true)}>
              Deny with a reason
            </button>
          </>
        )}
      </div>
    </div>
  );
}
