import { Button, useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { api, query } from "../api/client.ts";
import type { AppDocument, AppReference, Call } from "../api/types.ts";
import { useKeys } from "../app/keys.ts";
import { CallCard } from "../calls/CallCard.tsx";
import { isOver } from "../calls/words.ts";
import { useAction } from "../state/action.ts";
import { useFetch } from "../state/fetch.ts";
import { useTools } from "../state/shared.ts";
import { useConsole } from "../state/store.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Note, Refusal } from "../ui/notes.tsx";
import { AppConsent } from "./AppConsent.tsx";
import { useHostedApp, type AppEnd } from "./hosted.ts";
import "./apps.css";

/** Of the calls that an app made, so many that are over stay in sight. */
const CALLS_SHOWN = 10;

/** The interface that a tool brought along, in its sandbox, once the person has agreed to what it may do. */
export function AppFrame({ call, app }: { call: Call; app: AppReference }): ReactElement {
  const document_ = useFetch<AppDocument>(`/api/apps${query({ server: call.server, uri: app.uri })}`);
  const sandbox = useConsole((state) => state.sandbox);
  const [end, setEnd] = useState<"closed" | AppEnd | null>(null);
  const agree = useAction(async () => {
    const { seen, domains, permissions } = document_.data ?? {};
    try {
      await api.post("/api/apps/agree", { server: call.server, uri: app.uri, domains: domains ?? [], permissions: permissions ?? [], ...(seen ? { seen } : {}) });
    } finally {
      // Also where the app has changed meanwhile: what it asks for now is shown, and asked about again.
      document_.again();
    }
  });
  // What is there stays while it is fetched anew; an app that runs does not end with a reconnection.
  if (!document_.data && document_.error) return <Refusal error={`The tool’s own interface could not be loaded: ${document_.error}`} />;
  if (!document_.data || !sandbox) return <p className="dim">Loading the tool’s own interface…</p>;
  if (!document_.data.agreed) return <AppConsent call={call} document={document_.data} agree={agree} />;
  if (end === "closed") {
    return (
      <Button size="compact-xs" variant="default" onClick={() => setEnd(null)}>
        Show the tool’s own interface
      </Button>
    );
  }
  if (end !== null) return <EndedApp call={call} why={end} onAgain={() => setEnd(null)} onClose={() => setEnd("closed")} />;
  return <RunningApp call={call} app={app} document={document_.data} sandbox={sandbox} onClose={() => setEnd("closed")} onEnded={setEnd} />;
}

const ENDS: Record<AppEnd, string> = {
  left: "it tried to replace itself with another page, and what it may do was agreed to for this one only",
  grabbing: "it took the keyboard again and again while nobody was using it",
};

interface EndedProps {
  call: Call;
  why: AppEnd;
  onAgain: () => void;
  onClose: () => void;
}

/** What is left of an app that the console ended. */
function EndedApp({ call, why, onAgain, onClose }: EndedProps): ReactElement {
  const name = visibleName(call.tool);
  return (
    <div role="group" className="app" aria-label={`App of ${name}`}>
      <div className="app-bar">
        <span className="dim grow">Interface of {name}, ended</span>
        <IconButton icon="cross" size="sm" label="Close the app" onClick={onClose} />
      </div>
      <Note tone="warn" icon="warning">
        <p>The app was ended: {ENDS[why]}. The result below is whole without it.</p>
        <Button size="compact-xs" variant="default" onClick={onAgain}>
          Start the app again
        </Button>
      </Note>
    </div>
  );
}

interface RunningProps {
  call: Call;
  app: AppReference;
  document: AppDocument;
  sandbox: string;
  onClose: () => void;
  onEnded: (why: AppEnd) => void;
}

function RunningApp({ call, app, document: source, sandbox, onClose, onEnded }: RunningProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const theme = useComputedColorScheme("light");
  const tool = useTools().data.tools.find((one) => one.server === call.server && one.name === call.tool);
  const hosted = useHostedApp({ box, call, app, source, sandbox, theme, tool, onClose, onEnded });
  const calls = useConsole((state) => state.calls);
  const made = hosted.calls.flatMap((id) => calls.get(id) ?? []);
  const shown = made.filter((one, index) => !isOver(one) || index >= made.length - CALLS_SHOWN);
  const full = hosted.mode === "fullscreen";
  useKeys({ Escape: () => (full ? hosted.setMode("inline") : false) });
  const name = visibleName(call.tool);
  useEffect(() => {
    box.current?.style.setProperty("height", full ? "" : `${hosted.height}px`);
  }, [full, hosted.height]);
  return (
    <div role="group" className={`app ${full ? "fullscreen" : ""} ${source.prefersBorder === false ? "" : "bordered"}`} aria-label={`App of ${name}`}>
      <div className="app-bar">
        <span className="dim grow">Interface of {name}, in a sandbox</span>
        <IconButton icon="external" size="sm" label={full ? "Leave full screen" : "Full screen"} onClick={() => hosted.setMode(full ? "inline" : "fullscreen")} />
        <IconButton icon="cross" size="sm" label="Close the app" onClick={onClose} />
      </div>
      <div ref={box} className="app-box" />
      {hosted.late ? (
        <Note tone="warn" icon="warning">
          App did not start. The result below is whole without it.
          {hosted.problems.length > 0 ? (
            <ul aria-label="Errors of the app">
              {hosted.problems.map((one, index) => (
                <li key={index}>{visibleText(one)}</li>
              ))}
            </ul>
          ) : null}
        </Note>
      ) : null}
      {made.length > shown.length ? <p className="dim">{made.length - shown.length} earlier calls of this app are in the traffic.</p> : null}
      {shown.map((one) => (
        <CallCard key={one.id} call={one} />
      ))}
    </div>
  );
}
