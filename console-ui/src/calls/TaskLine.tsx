import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { api, part } from "../api/client.ts";
import type { Task } from "../api/types.ts";
import { useAction } from "../state/action.ts";
import { useServerName } from "../state/names.ts";
import { duration, moment } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";
import { Chip } from "../ui/Chip.tsx";
import { Refusal } from "../ui/notes.tsx";

const ENDED = /^(completed|failed|cancelled|done|lost)$/; // what is lost may go on, but nobody follows it here

export function isTaskOver(task: Task): boolean {
  return ENDED.test(task.state);
}

/** Work that a server does on its own time. */
export function TaskLine({ task }: { task: Task }): ReactElement {
  const server = useServerName(task.server);
  const ask = useAction(() => api.post(`/api/tasks/${part(task.id)}/ask`));
  const cancel = useAction(() => api.post(`/api/tasks/${part(task.id)}/cancel`));
  return (
    <div className="task" role="group" aria-label={`Task ${visibleName(task.id)}`}>
      <span>
        Task on <bdi>{server}</bdi>
      </span>
      <Chip tone={task.state === "failed" ? "bad" : task.state === "lost" ? "warn" : isTaskOver(task) ? "good" : "info"}>{visibleName(task.state)}</Chip>
      <span className="dim">
        {task.message ? visibleText(task.message) : ""} since {moment(task.createdAt)}
        {task.ttl ? `, kept ${duration(task.ttl)}` : ""}
      </span>
      {isTaskOver(task) ? null : (
        <Button size="compact-xs" variant="default" loading={cancel.busy} onClick={() => void cancel.run()}>
          Cancel task
        </Button>
      )}
      {task.state === "lost" ? (
        <Button size="compact-xs" variant="default" loading={ask.busy} onClick={() => void ask.run()}>
          Ask the server
        </Button>
      ) : null}
      <Refusal error={cancel.error ?? ask.error} />
    </div>
  );
}
