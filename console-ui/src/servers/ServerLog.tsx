import { Button, Group } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from "react";
import { part } from "../api/client.ts";
import type { LogLine } from "../api/types.ts";
import { useDraft } from "../state/drafts.ts";
import { useFetch } from "../state/fetch.ts";
import { useServerName } from "../state/names.ts";
import { useEvents } from "../state/shared.ts";
import { clockWithMillis, count } from "../text/format.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Filter } from "../ui/Filter.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Refusal } from "../ui/notes.tsx";
import { Pick } from "../ui/Pick.tsx";
import { VirtualRows } from "../ui/VirtualRows.tsx";
import { isNews, logRows, logText } from "./logLines.ts";

const ROW_PX = 20;
/** A server that writes without pause is looked at so often. */
const PAUSE_MS = 400;

const STREAMS = [
  { value: "", label: "Everything" },
  { value: "stderr", label: "stderr" },
  { value: "log", label: "its log messages" },
  { value: "event", label: "what happened to it" },
];

/** What a server wrote and what happened to it, oldest first. It follows the newest unless somebody scrolled up. */
export function ServerLog({ server, onClose }: { server: string; onClose: () => void }): ReactElement {
  const name = useServerName(server);
  const log = useFetch<{ lines: LogLine[] }>(`/api/servers/${part(server)}/log`);
  const [typed, setTyped] = useDraft(`filter.log.${server}`);
  const [stream, setStream] = useState("");
  const [follow, setFollow] = useState(true);
  useNews(server, log.again);
  const lines = log.data?.lines;
  const { rows, left } = useMemo(() => logRows(lines ?? [], stream, typed), [lines, stream, typed]);
  return (
    <Dialog opened onClose={onClose} title={`Log of ${name}`} size="xl">
      <Refusal error={log.error} />
      <div className="log-bar">
        <div className="grow">
          <Filter label="Filter the log" placeholder="words in a line" value={typed} onChange={setTyped} />
        </div>
        <Pick label="Part of the log" value={stream} onChange={setStream} options={STREAMS} />
        <IconButton icon="down" label="Follow the newest" pressed={follow} onClick={() => setFollow(!follow)} />
        <CopyButton text={() => logText(rows)} label="Copy the log" />
      </div>
      <VirtualRows
        label={`Log of ${name}`}
        className="log-rows"
        count={rows.length}
        rowHeight={ROW_PX}
        follow={follow}
        onScrolledAway={() => setFollow(false)}
        onReachedEnd={() => setFollow(true)}
        testId="server-log"
        render={(index) => {
          const row = rows[index]!;
          return (
            <div key={index} role="listitem" className={`log-row ${row.stream}`} style={{ height: ROW_PX }}>
              <span className="dim log-at">{row.at === null ? "" : clockWithMillis(row.at)}</span> <span className="dim log-stream">{row.at === null ? "" : row.stream}</span> {row.text}
            </div>
          );
        }}
      />
      <Group justify="space-between" mt="sm">
        <span className="dim" role="status" aria-label="Lines">
          {!lines ? "Loading…" : lines.length === 0 ? "Nothing yet." : rows.length === 0 ? "No line matches the filter." : count(rows.length, "line")}
          {left > 0 ? `, ${count(left, "older one")} not shown` : ""}
        </span>
        <Button variant="default" onClick={onClose}>
          Back to servers
        </Button>
      </Group>
    </Dialog>
  );
}

/** Asks for the log again a moment after something was written, and once for all that was written meanwhile. */
function useNews(server: string, again: () => void): void {
  const due = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEvents(
    useCallback(
      (type: string, data: unknown) => {
        if (due.current !== null || !isNews(type, data, server)) return;
        due.current = setTimeout(() => {
          due.current = null;
          again();
        }, PAUSE_MS);
      },
      [server, again],
    ),
  );
  useEffect(
    () => () => {
      if (due.current !== null) clearTimeout(due.current);
      due.current = null;
    },
    [],
  );
}
