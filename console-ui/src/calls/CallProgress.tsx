import { Progress } from "@mantine/core";
import { useEffect, useState, type ReactElement } from "react";
import type { Call } from "../api/types.ts";
import { duration } from "../text/format.ts";
import { visibleText } from "../text/visible.ts";
import { STATE_WORDS } from "./words.ts";

/** How far a call is, and since when it is under way. While it waits for the person nothing moves. */
export function CallProgress({ call, waits }: { call: Call; waits: boolean }): ReactElement {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const { progress, total, message } = call.progress ?? {};
  const percent = typeof progress === "number" && typeof total === "number" && total > 0 ? Math.min(100, (progress / total) * 100) : null;
  return (
    <div className="call-progress">
      {waits ? null : (
        <Progress.Root size="sm">
          <Progress.Section value={percent ?? 100} animated={percent === null} striped={percent === null} aria-label="Progress of the call" />
        </Progress.Root>
      )}
      <div className="dim">
        {waits ? "Waiting for you" : STATE_WORDS[call.state]} {call.startedAt ? duration(now - call.startedAt) : ""}
        {percent !== null ? ` · ${Math.round(percent)} %` : typeof progress === "number" ? ` · ${progress}` : ""}
        {message ? ` · ${visibleText(message)}` : ""}
      </div>
    </div>
  );
}
