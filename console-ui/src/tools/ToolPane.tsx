import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from "react";
import { api, ApiError, part, query } from "../api/client.ts";
import type { Call, Problem, Tool } from "../api/types.ts";
import { useKeys } from "../app/keys.ts";
import { go } from "../app/route.ts";
import { showInTraffic } from "../calls/show.ts";
import { isOver } from "../calls/words.ts";
import { resultText } from "../calls/ResultView.tsx";
import { check } from "../schema/check.ts";
import { useAction } from "../state/action.ts";
import { useDraft } from "../state/drafts.ts";
import { useFetch } from "../state/fetch.ts";
import { store, useConsole } from "../state/store.ts";
import { copyText } from "../ui/CopyButton.tsx";
import { toast, toastProblem } from "../ui/toasts.tsx";
import { ArgumentEditor } from "./ArgumentEditor.tsx";
import { useArguments } from "./arguments.ts";
import { GoneTool } from "./GoneTool.tsx";
import { useTimeLimit } from "./timeLimit.ts";
import { Starts, type Pressed } from "./starts.ts";
import { ToolHead } from "./ToolHead.tsx";
import { ToolResult } from "./ToolResult.tsx";
import { useVerdict } from "./verdict.ts";

interface Props {
  tool: Tool;
  /** It is not on the list any more: shown as it was last, and not to be called. */
  gone: boolean;
  saved: string | undefined;
  shownCall: string | undefined;
}

/** One tool: what it is, its arguments, and what calling it brought. */
export function ToolPane({ tool, gone, saved, shownCall }: Props): ReactElement {
  const given = useArguments(tool);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [unfinished, setUnfinished] = useState<Problem[]>([]);
  const [edits, setEdits] = useState(0);
  const verdict = useVerdict(tool, given.value, edits, given.broken === null && unfinished.length === 0);
  const limit = useTimeLimit(tool.server, tool.name);
  const [shown, setShown] = useDraft(`shown.${tool.server}.${tool.name}`);
  const calls = useCalls(tool);
  const call = calls.find((one) => one.id === (shownCall ?? shown)) ?? calls[0];
  const editor = useRef<HTMLDivElement>(null);
  const [starts] = useState(() => new Starts());
  const show = useCallback(
    (id: string) => {
      setShown(id);
      if (shownCall) go("tools", tool.server, tool.name);
    },
    [setShown, shownCall, tool],
  );
  useSavedCall(tool, saved, given.setValue);

  const run = useAction(async () => {
    if (gone) return;
    if (given.broken !== null) {
      setProblems([{ path: "", message: given.broken }]);
      return;
    }
    const schema = tool.inputSchema ?? {};
    const found = [...unfinished, ...check(given.value, schema, schema)];
    setProblems(found);
    if (found.length > 0 || limit.problem !== null) {
      focusFirstProblem(editor.current);
      return;
    }
    try {
      const { id } = await api.post<{ id: string }>("/api/calls", {
        server: tool.server,
        tool: tool.name,
        arguments: given.value,
        timeoutMs: limit.ms,
      });
      show(id);
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === "bad-arguments") {
        setProblems(problem.problems.length > 0 ? problem.problems : [{ path: "", message: problem.message }]);
        focusFirstProblem(editor.current);
        return;
      }
      throw problem;
    }
  });
  const again = useAction(async (before: Call) => {
    const { id } = await api.post<{ id: string }>("/api/calls", {
      server: before.server,
      tool: before.tool,
      arguments: before.arguments ?? {},
      rerunOf: before.id,
      timeoutMs: limit.ms,
    });
    show(id);
  });
  const start = (pressed: Pressed): void => starts.begin(pressed, () => run.run());
  const startAgain = (before: Call, pressed: Pressed): void => starts.begin(pressed, () => again.run(before));
  const edit = (before: Call): void => {
    given.setValue((before.arguments ?? {}) as typeof given.value);
    setProblems([]);
    editor.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  };
  const step = (by: number): void => {
    const index = call ? calls.indexOf(call) : -1;
    const next = calls[index + by];
    if (next) show(next.id);
  };
  useKeys({
    "mod+Enter": start,
    r: (event) => (call && !gone ? startAgain(call, event) : false),
    e: () => (call ? edit(call) : false),
    "[": () => step(1),
    "]": () => step(-1),
    t: () => (call ? showInTraffic(call) : false),
    y: () => (call ? void copyText(resultText(call)).then((done) => done && toast("Result copied")) : false),
    Escape: () => {
      if (!call || isOver(call)) return false;
      void api.post(`/api/calls/${part(call.id)}/cancel`).catch(toastProblem);
      return true;
    },
  });
  return (
    <>
      <div className="pane detail work form-pane" ref={editor}>
        <ToolHead tool={tool} />
        {gone ? <GoneTool tool={tool} /> : null}
        {gone && tool.inputSchema === undefined ? null : (
          <ArgumentEditor
            tool={tool}
            gone={gone}
            given={given}
            problems={problems}
            verdict={problems.length > 0 ? null : verdict}
            onChanged={(cleared) => {
              setProblems([]);
              setEdits((before) => (cleared ? 0 : before + 1));
            }}
            onUnfinished={setUnfinished}
            run={run}
            start={start}
            running={calls.filter((one) => !isOver(one)).length}
            limit={limit}
          />
        )}
      </div>
      <div className="pane detail result-pane">
        <ToolResult gone={gone} call={call} calls={calls} show={show} again={again} startAgain={startAgain} edit={edit} />
      </div>
    </>
  );
}

/** The calls of this tool, newest first: those of this run and those of the kept history. */
function useCalls(tool: Tool): Call[] {
  const live = useConsole((state) => state.calls);
  const kept = useFetch<{ calls: Call[] }>(`/api/calls${query({ server: tool.server, tool: tool.name, limit: 50 })}`).data;
  return useMemo(() => {
    const all = new Map<string, Call>();
    for (const call of kept?.calls ?? []) all.set(call.id, call);
    for (const call of live.values()) if (call.server === tool.server && call.tool === tool.name) all.set(call.id, call);
    return [...all.values()].toSorted((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0));
  }, [live, kept, tool]);
}

function useSavedCall(tool: Tool, saved: string | undefined, fill: (value: never) => void): void {
  useEffect(() => {
    if (!saved) return;
    const found = store.get().saved.find((one) => one.id === saved);
    if (found) fill(found.arguments as never);
    go("tools", tool.server, tool.name);
  }, [saved, fill, tool]);
}

function focusFirstProblem(area: HTMLElement | null): void {
  // After the page has shown what is wrong.
  requestAnimationFrame(() => area?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
