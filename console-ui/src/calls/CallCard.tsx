import type { ReactElement, ReactNode } from "react";
import { useState } from "react";
import type { Call } from "../api/types.ts";
import { useConsole } from "../state/store.ts";
import { useServerName } from "../state/names.ts";
import { visibleName } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { CallBody } from "./CallBody.tsx";
import { useShownCall } from "./mounted.ts";
import { argumentPreview, callFacts, isOver, STATE_ICONS, STATE_TONES, STATE_WORDS } from "./words.ts";

interface Props {
  call: Call;
  /** Open at first. A call that waits for somebody is always open. */
  open?: boolean;
  /** Further buttons of the place where the card is. */
  actions?: ReactNode;
}

/** A call of a tool, wherever it is shown: one line, or everything about it. */
export function CallCard({ call: given, open = false, actions }: Props): ReactElement {
  const call = useConsole((state) => state.calls.get(given.id)) ?? given;
  const [wish, setWish] = useState<boolean | null>(null);
  const asked = useConsole((state) => state.questions.some((question) => question.call === call.id));
  const waits = call.state === "approval" || asked;
  const shown = waits || (wish ?? (open || (call.state === "running" && Boolean(call.progress))));
  useShownCall(call.id, shown);
  const server = useServerName(call.server);
  const tool = visibleName(call.tool);
  return (
    <article className={`call-card ${STATE_TONES[call.state]}`} aria-label={`Call of ${tool} on ${server}, ${STATE_WORDS[call.state]}`} data-call={call.id}>
      <button type="button" className="call-head" aria-expanded={shown} onClick={() => setWish(!shown)}>
        <span className={`call-state ${STATE_TONES[call.state]} is-${call.state}`}>
          <Icon name={STATE_ICONS[call.state]} />
        </span>
        <span className="call-name">
          <bdi className="dim">{server}</bdi>
          <span className="dim"> / </span>
          <bdi className="strong">{tool}</bdi>
        </span>
        <span className="call-preview mono dim">{argumentPreview(call)}</span>
        <span className="call-words">
          <span className={`chip ${STATE_TONES[call.state]}`}>{STATE_WORDS[call.state]}</span>
          {call.by === "app" ? <span className="chip">by the app</span> : null}
          <span className="dim">{isOver(call) ? callFacts(call) : ""}</span>
        </span>
      </button>
      {shown ? <CallBody call={call} actions={actions} /> : null}
    </article>
  );
}
