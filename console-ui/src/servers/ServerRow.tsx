import { Button, Menu } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { Server } from "../api/types.ts";
import { openDialog } from "../app/dialogState.ts";
import { go } from "../app/route.ts";
import { useAction } from "../state/action.ts";
import { count } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { confirm } from "../ui/confirm.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";
import { answerConsent } from "./consent.ts";
import { toolCount } from "./toolCounts.ts";
import { canDisconnect, SERVER_TONES, stateWords, TRANSPORT_WORDS } from "./words.ts";

const READING_MS = 1_000;

/** One server: what it is, how it is, and everything one can do with it. */
export function ServerRow({ server }: { server: Server }): ReactElement {
  const name = visibleName(server.name);
  const now = useNow(server.state === "connecting" || (server.nextTryAt ?? 0) > 0);
  const act = useAction((verb: string) => api.post(`/api/servers/${part(server.id)}/${verb}`));
  const remove = async (): Promise<void> => {
    const yes = await confirm(`Remove ${name}?`, <p>It is disconnected and taken off the list{server.source?.kind === "own" ? " and out of your configuration" : ""}.</p>, "Remove", true);
    if (yes) await api.remove(`/api/servers/${part(server.id)}`);
    openDialog({ kind: "connect" });
  };
  const removal = useAction(remove);
  return (
    <li className="server" aria-label={name}>
      <div className="server-line">
        <span className={`dot ${server.state}`} aria-hidden="true" />
        <div className="grow min0">
          <div className="server-title">
            <Name of={server.title || server.name} className="strong" />
            {server.title && server.title !== server.name ? <Name of={server.name} className="dim mono" /> : null}
            <Chip tone={SERVER_TONES[server.state]}>{stateWords(server, now)}</Chip>
          </div>
          <div className="server-facts dim">
            <span>{TRANSPORT_WORDS[server.transport] ?? server.transport}</span>
            {server.revision ? <span title={server.era === "modern" ? "the revision without a session" : "a revision with an opening handshake"}>{visibleName(server.revision)}</span> : null}
            <span data-testid="tool-count">{toolCount(server)}</span>
            {server.prompts ? <span>{count(server.prompts, "prompt")}</span> : null}
            {server.resources ? <span>{count(server.resources, "resource")}</span> : null}
            {server.restarts ? <span>{count(server.restarts, "restart")}</span> : null}
            {server.source ? <span className="name">{visibleName(server.source.words)}</span> : null}
          </div>
          {server.where ? <div className="mono dim name server-where" title={visibleName(server.where)}>{visibleName(server.where)}</div> : null}
        </div>
        <div className="server-buttons">
          {canDisconnect(server) ? (
            <Button size="compact-xs" variant="default" aria-label={`Disconnect ${name}`} loading={act.busy} onClick={() => void act.run("disconnect")}>
              Disconnect
            </Button>
          ) : null}
          {server.state !== "connecting" && !server.consent?.needed ? (
            <Button size="compact-xs" variant="default" aria-label={`Reconnect ${name}`} loading={act.busy} onClick={() => void act.run("reconnect")}>
              Reconnect
            </Button>
          ) : null}
          {server.state === "login" ? (
            <Button size="compact-xs" aria-label={`Log in to ${name}`} onClick={() => openDialog({ kind: "login", server: server.id })}>
              Log in
            </Button>
          ) : null}
          <Menu position="bottom-end" withinPortal transitionProps={{ duration: 0 }}>
            <Menu.Target><IconButton icon="dots" label={`More for ${name}`} /></Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => go("tools", server.id)}>Show its tools</Menu.Item>
              <Menu.Item onClick={() => openDialog({ kind: "info", server: server.id })}>About</Menu.Item>
              <Menu.Item onClick={() => openDialog({ kind: "log", server: server.id })}>Log</Menu.Item>
              <Menu.Item disabled={server.editable === false} onClick={() => openDialog({ kind: "edit", server: server.id })}>
                Edit
              </Menu.Item>
              {server.loginPossible ? <Menu.Item onClick={() => openDialog({ kind: "login", server: server.id })}>Log in</Menu.Item> : null}
              {server.loginPossible ? <Menu.Item onClick={() => void act.run("logout")}>Log out</Menu.Item> : null}
              <Menu.Item className="danger-item" onClick={() => void removal.run()}>
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {server.consent?.needed ? <Consent server={server} /> : null}
      <Failure server={server} />
      <Refusal error={act.error ?? removal.error} />
    </li>
  );
}

function Consent({ server }: { server: Server }): ReactElement {
  const name = visibleName(server.name);
  const { busy, error, run } = useAction((allow: boolean) => answerConsent(server, allow));
  const { changed, settled } = useSettled(server.consent?.seen ?? "");
  return (
    <div className="note warn" role="group" aria-label={`Consent for ${name}`}>
      <div className="grow">
        <div>This comes from a file of the project, not from you. It starts only with your consent:</div>
        {changed ? <div className="bad-text">It has changed since it was first shown here. Now it is:</div> : null}
        <pre className="small-pre">{visibleText(server.consent?.what ?? server.where ?? "")}</pre>
        <Button size="compact-sm" loading={busy} disabled={!settled} aria-label={`Allow and connect ${name}`} onClick={() => void run(true)}>
          Allow and connect
        </Button>{" "}
        <Button size="compact-sm" variant="default" disabled={busy} aria-label={`Do not start ${name}`} onClick={() => void run(false)}>
          Do not start
        </Button>
        <Refusal error={error} />
      </div>
    </div>
  );
}

/** Whoever clicks in the moment in which a text changes means the one before. */
function useSettled(seen: string): { changed: boolean; settled: boolean } {
  const [first] = useState(seen);
  const [read, setRead] = useState(seen);
  useEffect(() => {
    const timer = setTimeout(() => setRead(seen), READING_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return { changed: seen !== first, settled: seen === read };
}

function Failure({ server }: { server: Server }): ReactElement | null {
  if (!server.reason || server.state === "connected") return null;
  return (
    <div className={server.state === "error" ? "note problem" : "note info"}>
      <div className="grow min0">
        <div>{visibleText(server.reason)}</div>
        {server.hint ? <div className="dim">{visibleText(server.hint)}</div> : null}
        {server.lastLines && server.lastLines.length > 0 ? (
          <pre className="small-pre" aria-label="Last output" tabIndex={0}>
            {server.lastLines.map(visibleText).join("\n")}
          </pre>
        ) : null}
      </div>
    </div>
  );
}

function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
