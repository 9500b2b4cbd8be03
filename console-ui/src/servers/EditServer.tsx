import { Button, Group } from "@mantine/core";
import { useState, type ReactElement } from "react";
import { api, part } from "../api/client.ts";
import { readJson } from "../json/read.ts";
import { isObject, type Json } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { useAction } from "../state/action.ts";
import { keepDraft, readDraft } from "../state/drafts.ts";
import { useFetch } from "../state/fetch.ts";
import { useServerName } from "../state/names.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Refusal } from "../ui/notes.tsx";
import { JsonField, jsonProblem } from "../json/JsonField.tsx";

const EXPECTED = 'An entry is a JSON object, such as {"command": "python3", "args": ["server.py"]}.';

/** Why a text is no entry; what else is wrong with one, the backend knows. */
export function entryProblem(text: string): string | null {
  if (text.trim() === "") return EXPECTED;
  return jsonProblem(text) ?? (isObject(readJson(text)) ? null : EXPECTED);
}

/** The server's entry as it is configured; secrets come as dots and stay what they were when they are sent back as dots. */
export function EditServer({ server, onClose }: { server: string; onClose: () => void }): ReactElement {
  const name = useServerName(server);
  const entry = useFetch<{ entry: Json; secrets?: string[] }>(`/api/servers/${part(server)}/entry`);
  const draft = `entry.${server}`;
  const [typed, setTyped] = useState(() => readDraft(draft));
  const original = entry.data ? writeJson(entry.data.entry, 2) : "";
  const text = typed ?? original;
  const change = (next: string | null): void => {
    const changed = next === original ? null : next;
    keepDraft(draft, changed, null); // Variables and headers are in it.
    setTyped(changed);
  };
  const problem = entryProblem(text);
  const save = useAction(async () => {
    await api.put(`/api/servers/${part(server)}`, { entry: readJson(text) });
    change(null);
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={`Edit ${name}`} size="lg">
      {entry.error ? <Refusal error={entry.error} /> : null}
      {entry.data ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === null) void save.run();
          }}
        >
          <JsonField
            label="Entry"
            text={text}
            onChange={(next) => {
              save.clear(); // It was about what stood there before.
              change(next);
            }}
            minRows={10}
            error={problem}
          />
          {entry.data.secrets && entry.data.secrets.length > 0 ? (
            <p className="dim">Shown as •••, and unchanged unless you write over them: {entry.data.secrets.join(", ")}.</p>
          ) : null}
          {typed !== null ? <p className="dim">Not saved yet. Closing keeps what you wrote; Cancel throws it away.</p> : null}
          <Refusal error={save.error} />
          <Group justify="flex-end" mt="sm">
            <Button
              variant="default"
              onClick={() => {
                change(null);
                onClose();
              }}
            >
              Cancel
            </Button>
            <Button type="submit" loading={save.busy} disabled={problem !== null}>
              Save and reconnect
            </Button>
          </Group>
        </form>
      ) : null}
    </Dialog>
  );
}
