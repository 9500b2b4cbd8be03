import { useCallback, useRef, useState, type ReactElement } from "react";
import type { Call, Server } from "../api/types.ts";
import { STATE_WORDS } from "../calls/words.ts";
import { SERVER_WORDS } from "../servers/words.ts";
import { serverName } from "../state/names.ts";
import { useEvents } from "../state/shared.ts";
import { visibleName } from "../text/visible.ts";

/** Tells those who do not see the page what changed: calls and connections. */
export function Announcer(): ReactElement {
  const [said, setSaid] = useState("");
  const known = useRef(new Map<string, string>());
  useEvents(
    useCallback((type: string, data: unknown) => {
      if (type === "call") {
        const call = data as Call;
        if (changed(known.current, `call ${call.id}`, call.state)) {
          setSaid(`${visibleName(call.tool)} on ${serverName(call.server)}: ${STATE_WORDS[call.state]}`);
        }
      } else if (type === "server") {
        const server = data as Server;
        if (changed(known.current, `server ${server.id}`, server.state)) {
          setSaid(`${visibleName(server.name)}: ${SERVER_WORDS[server.state]}`);
        }
      } else if (type === "question") {
        setSaid("A server asks something.");
      } else if (type === "approval") {
        setSaid("A call waits for your decision.");
      }
    }, []),
  );
  return (
    <div className="sr-only" aria-live="polite" aria-label="Changes" role="log">
      {said}
    </div>
  );
}

function changed(known: Map<string, string>, key: string, value: string): boolean {
  if (known.get(key) === value) return false;
  known.set(key, value);
  return true;
}
