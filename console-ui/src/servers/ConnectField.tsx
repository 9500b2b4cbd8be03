import { Button, Checkbox, Textarea } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api, type ApiError } from "../api/client.ts";
import type { Server } from "../api/types.ts";
import { storableTarget } from "../schema/secrets.ts";
import { useAction } from "../state/action.ts";
import { useDraft } from "../state/drafts.ts";
import { useConsole } from "../state/store.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";
import { inTheList, isElsewhere, isUp, mayConnect, useUnderstood, type Understanding } from "./understanding.ts";

/** One field for everything that can be connected. Says what it understood before anything starts. */
export function ConnectField(): ReactElement {
  const [text, setText, sent] = useDraft("connect", "", storableTarget);
  const [keep, setKeep] = useState(false);
  const understanding = useUnderstood(text);
  const servers = useConsole((state) => state.servers);
  const connect = useAction(async () => {
    await api.post("/api/servers", { text, keep });
    sent(text);
  });
  const ready = mayConnect(understanding, text, servers, keep);
  const submit = (): void => {
    // What is sent is what the line below describes; before that line is there, nothing is.
    if (ready && !connect.busy) void connect.run();
  };
  return (
    <form
      aria-label="Connect a server"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="connect-row">
        <Textarea
          data-autofocus
          className="grow mono-field"
          aria-label="Script path, command, URL or JSON"
          placeholder="script path (.py, .js), command, URL or paste JSON"
          autosize
          minRows={1}
          maxRows={10}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            connect.clear();
            setText(event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              if (!event.repeat) submit();
            }
          }}
        />
        <Button type="submit" loading={connect.busy} disabled={!ready}>
          Connect
        </Button>
      </div>
      <div className="understood" role="status" aria-label="What was understood">
        <UnderstoodWords understanding={understanding} text={text} servers={servers} keep={keep} refused={refusedEntry(connect.error)} />
      </div>
      <Checkbox
        size="xs"
        label="Keep it in my configuration (fairlead.json)"
        checked={keep}
        onChange={(event) => setKeep(event.currentTarget.checked)}
      />
      <Refusal error={connect.error} />
    </form>
  );
}

/** Which of several entries is the one that was refused. All of them are connected, or none. */
export function refusedEntry(error: Pick<ApiError, "field"> | null): string | null {
  const prefix = "servers.";
  return error?.field?.startsWith(prefix) ? error.field.slice(prefix.length) : null;
}

interface WordsProps {
  understanding: Understanding | null;
  text: string;
  servers: readonly Server[];
  keep?: boolean;
  refused: string | null;
}

export function UnderstoodWords({ understanding, text, servers, keep = false, refused }: WordsProps): ReactElement {
  const understood = understanding?.text === text ? understanding.understood : null;
  if (text.trim() === "" || understood?.kind === "empty") {
    return <span className="dim">Enter a script path, command or URL. Nothing starts before you press Connect.</span>;
  }
  if (!understood) return <span className="dim">Looking at what this is…</span>;
  if (understood.kind === "problem") return <span className="bad-text">{visibleText(understood.problem ?? understood.words ?? "Not understood.")}</span>;
  const there = inTheList(understood, servers);
  if (there && isUp(there)) {
    return (
      <span>
        <Name of={there.name} /> is {there.state === "connected" ? "connected already." : "being connected already."}
      </span>
    );
  }
  if (there && keep && isElsewhere(there)) {
    return (
      <span>
        <Name of={there.name} /> is in the list already ({visibleName(there.source?.words ?? "not in your configuration")}), and is not kept a second time. Without keeping it, it
        is reconnected.
      </span>
    );
  }
  return (
    <span>
      {there ? (
        <>
          Reconnects <Name of={there.name} />, which is in the list.{" "}
        </>
      ) : null}
      {visibleText(understood.words ?? "")}
      {(understood.servers?.length ?? 0) > 1 ? (
        <ul className="plain-list">
          {understood.servers?.map((server) => (
            <li key={server.name}>
              <Name of={server.name} /> <span className="dim">{server.transport}</span> <span className="mono">{visibleText(server.what)}</span>
              {server.name === refused ? <span className="bad-text"> refused, so none of them was connected</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {refused !== null && !understood.servers?.some((server) => server.name === refused) ? (
        <div className="bad-text">{visibleName(refused)} was refused, so none of them was connected.</div>
      ) : null}
    </span>
  );
}
