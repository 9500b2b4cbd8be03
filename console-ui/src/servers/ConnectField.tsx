import { Button, Checkbox, Textarea } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import { api, ApiError } from "../api/client.ts";
import type { Understood } from "../api/types.ts";
import { useAction } from "../state/action.ts";
import { useDraft } from "../state/drafts.ts";
import { visibleText } from "../text/visible.ts";
import { Name } from "../ui/Name.tsx";
import { Refusal } from "../ui/notes.tsx";

const PAUSE_MS = 200;

/** One field for everything that can be connected. Says what it understood before anything starts. */
export function ConnectField(): ReactElement {
  const [text, setText] = useDraft("connect");
  const [keep, setKeep] = useState(false);
  const understood = useUnderstood(text);
  const connect = useAction(async () => {
    await api.post("/api/servers", { text, keep });
    setText("");
  });
  const ready = understood !== null && understood.kind !== "empty" && understood.kind !== "problem";
  const submit = (): void => {
    if (!connect.busy && text.trim() !== "") void connect.run();
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
              submit();
            }
          }}
        />
        <Button type="submit" loading={connect.busy} disabled={!ready}>
          Connect
        </Button>
      </div>
      <div className="understood" role="status" aria-label="What was understood">
        <UnderstoodWords understood={understood} />
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

function UnderstoodWords({ understood }: { understood: Understood | null }): ReactElement {
  if (!understood || understood.kind === "empty") {
    return <span className="dim">Enter a script path, command or URL. Nothing starts before you press Connect.</span>;
  }
  if (understood.kind === "problem") return <span className="bad-text">{visibleText(understood.problem ?? understood.words ?? "Not understood.")}</span>;
  return (
    <span>
      {visibleText(understood.words ?? "")}
      {(understood.servers?.length ?? 0) > 1 ? (
        <ul className="plain-list">
          {understood.servers?.map((server) => (
            <li key={server.name}>
              <Name of={server.name} /> <span className="dim">{server.transport}</span> <span className="mono">{visibleText(server.what)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </span>
  );
}

function useUnderstood(text: string): Understood | null {
  const [answer, setAnswer] = useState<{ text: string; understood: Understood } | null>(null);
  useEffect(() => {
    if (text.trim() === "") return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.post<Understood>("/api/understand", { text }, stop.signal).then(
        (understood) => setAnswer({ text, understood }),
        (problem: unknown) => {
          if (problem instanceof ApiError) setAnswer({ text, understood: { kind: "problem", problem: problem.message } });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  if (text.trim() === "") return null;
  return answer?.understood ?? null;
}
