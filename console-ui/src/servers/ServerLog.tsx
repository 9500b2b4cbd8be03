import { Button, Group } from "@mantine/core";
import { useCallback, useState, type ReactElement } from "react";
import { part } from "../api/client.ts";
import type { LogLine } from "../api/types.ts";
import { useFetch } from "../state/fetch.ts";
import { useServerName } from "../state/names.ts";
import { useEvents } from "../state/shared.ts";
import { clockWithMillis } from "../text/format.ts";
import { visibleText } from "../text/visible.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Refusal } from "../ui/notes.tsx";
import { VirtualRows } from "../ui/VirtualRows.tsx";

const ROW_PX = 20;

/** What a server wrote and what happened to it, oldest first. */
export function ServerLog({ server, onClose }: { server: string; onClose: () => void }): ReactElement {
  const name = useServerName(server);
  const log = useFetch<{ lines: LogLine[] }>(`/api/servers/${part(server)}/log`);
  const [more, setMore] = useState<LogLine[]>([]);
  useEvents(
    useCallback(
      (type: string, data: unknown) => {
        const line = data as { server: string; level: string; text: string; at: number };
        if (type === "log" && line.server === server) {
          setMore((before) => [...before.slice(-5000), { at: line.at, stream: line.level === "stderr" ? "stderr" : "log", text: line.text }]);
        }
      },
      [server],
    ),
  );
  const lines = [...(log.data?.lines ?? []), ...more];
  const text = (): string => lines.map((line) => `${clockWithMillis(line.at)} ${line.stream} ${line.text}`).join("\n");
  return (
    <Dialog opened onClose={onClose} title={`Log of ${name}`} size="xl">
      <Refusal error={log.error} />
      {lines.length === 0 && log.data ? <p className="dim">Nothing yet.</p> : null}
      <VirtualRows
        label={`Log of ${name}`}
        className="log-rows"
        count={lines.length}
        rowHeight={ROW_PX}
        follow
        testId="server-log"
        render={(index) => {
          const line = lines[index]!;
          return (
            <div key={index} role="listitem" className={`log-row ${line.stream}`} style={{ height: ROW_PX }} title={visibleText(line.text)}>
              <span className="dim">{clockWithMillis(line.at)}</span> <span className="dim">{line.stream}</span> {visibleText(line.text)}
            </div>
          );
        }}
      />
      <Group justify="space-between" mt="sm">
        <CopyButton text={text} label="Copy the log" />
        <Button variant="default" onClick={onClose}>
          Back to servers
        </Button>
      </Group>
    </Dialog>
  );
}
