import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Call } from "../api/types.ts";
import { CallCard } from "../calls/CallCard.tsx";
import { showInTraffic } from "../calls/show.ts";
import { resultText } from "../calls/ResultView.tsx";
import { argumentPreview, callFacts, isOver, STATE_ICONS, STATE_TONES, STATE_WORDS } from "../calls/words.ts";
import type { Action } from "../state/action.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Icon } from "../ui/icons.tsx";
import { Empty, Refusal } from "../ui/notes.tsx";
import type { Pressed } from "./starts.ts";

interface Props {
  gone: boolean;
  call: Call | undefined;
  calls: Call[];
  show: (id: string) => void;
  again: Action<[Call]>;
  startAgain: (call: Call, pressed: Pressed) => void;
  edit: (call: Call) => void;
}

/** The call that is looked at, and the earlier ones of this tool. */
export function ToolResult({ gone, call, calls, show, again, startAgain, edit }: Props): ReactElement {
  if (!call) {
    return (
      <Empty title="Not called yet">
        <p className="dim">
          Fill in the arguments and run it: <kbd>Ctrl/Cmd+Enter</kbd>.
        </p>
      </Empty>
    );
  }
  return (
    <div className="pad">
      <CallCard
        key={call.id}
        call={call}
        open
        actions={
          <>
            <Button size="compact-xs" variant="default" loading={again.busy} disabled={gone} title="R" onClick={(event) => startAgain(call, event)}>
              Run again
            </Button>
            <Button size="compact-xs" variant="default" title="E" onClick={() => edit(call)}>
              Edit
            </Button>
            <Button size="compact-xs" variant="default" title="T" onClick={() => showInTraffic(call)}>
              Show in traffic
            </Button>
            {isOver(call) ? <CopyButton text={() => resultText(call)} label="Copy result" /> : null}
          </>
        }
      />
      <Refusal error={again.error} />
      <section aria-label="History" className="history">
        <h3>
          History <span className="dim">({calls.length})</span>
        </h3>
        <ul className="plain-list" data-testid="history">
          {calls.map((one) => (
            <li key={one.id}>
              <button type="button" className="list-row history-row" aria-current={one.id === call.id ? "true" : undefined} onClick={() => show(one.id)}>
                <span className={`call-state ${STATE_TONES[one.state]}`}>
                  <Icon name={STATE_ICONS[one.state]} size={14} />
                </span>
                <span className="sr-only">{STATE_WORDS[one.state]}</span>
                <span className="mono name grow">{argumentPreview(one) || "no arguments"}</span>
                <span className="dim">{callFacts(one)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
