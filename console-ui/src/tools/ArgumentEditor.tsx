import { Button, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useMemo, useState } from "react";
import type { Problem, Tool } from "../api/types.ts";
import { JsonField } from "../json/JsonField.tsx";
import { problemsWords, problemWords } from "../schema/problems.ts";
import { SchemaForm } from "../schema/SchemaForm.tsx";
import type { Action } from "../state/action.ts";
import { visibleName } from "../text/visible.ts";
import { Icon } from "../ui/icons.tsx";
import { Note, Refusal } from "../ui/notes.tsx";
import type { Arguments } from "./arguments.ts";
import { CopyAs } from "./CopyAs.tsx";
import { SavedCalls } from "./SavedCalls.tsx";
import type { Pressed } from "./starts.ts";
import type { TimeLimit } from "./timeLimit.ts";
import { inWritten } from "./verdict.ts";

interface Props {
  tool: Tool;
  gone: boolean;
  given: Arguments;
  /** Why they were not sent. */
  problems: Problem[];
  /** What is wrong with them so far; null while that is not known. */
  verdict: Problem[] | null;
  onChanged: (cleared?: boolean) => void;
  onUnfinished: (problems: Problem[]) => void;
  run: Action<[]>;
  start: (pressed: Pressed) => void;
  /** So many calls of this tool are under way. */
  running: number;
  limit: TimeLimit;
}

/** The arguments as a form or as JSON, whichever is handier; both show the same. */
export function ArgumentEditor({ tool, gone, given, problems, verdict, onChanged, onUnfinished, run, start, running, limit }: Props): ReactElement {
  const [mode, setMode] = useState<"form" | "json">(given.broken ? "json" : "form");
  const schema = tool.inputSchema ?? {};
  const marked = useMemo(() => (problems.length > 0 || !verdict ? problems : inWritten(verdict, given.value)), [problems, verdict, given.value]);
  return (
    <form
      className="arguments"
      aria-label={`Arguments of ${visibleName(tool.name)}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start(event);
      }}
    >
      <div className="bar flat">
        <SegmentedControl
          size="xs"
          aria-label="Write the arguments as"
          value={mode}
          onChange={(value) => setMode(value as "form" | "json")}
          data={[
            { value: "form", label: "Form" },
            { value: "json", label: "JSON" },
          ]}
        />
        <span className="grow" />
        <button type="button" className="link small" onClick={() => { given.reset(); onChanged(true); }}>
          Clear
        </button>
      </div>
      {mode === "form" ? (
        <>
          {given.broken ? <Note tone="warn">The JSON is not complete ({given.broken}). The form shows the last arguments that were.</Note> : null}
          <SchemaForm
            schema={schema}
            value={given.value}
            onChange={(value) => {
              given.setValue(value);
              onChanged();
            }}
            problems={marked}
            onUnfinished={onUnfinished}
          />
        </>
      ) : (
        <>
          <JsonField
            label="Arguments as JSON"
            hideLabel
            minRows={8}
            text={given.text}
            onChange={(text) => {
              given.setText(text);
              onChanged();
            }}
          />
          <ProblemList problems={problems} />
        </>
      )}
      {mode === "form" ? <HiddenProblems problems={problems} /> : null}
      <Verdict problems={verdict} />
      <Refusal error={run.error} />
      <div className="run-row">
        <Button type="submit" size="sm" disabled={gone} aria-disabled={run.busy} leftSection={<Icon name="play" size={13} />} title="Ctrl/Cmd+Enter">
          Run
        </Button>
        <TextInput
          className="time-limit"
          size="sm"
          aria-label="Time limit in seconds"
          title={limit.problem ?? "Time limit in seconds. Progress starts the wait anew."}
          leftSection={<Icon name="clock" size={13} />}
          rightSection={<span className="dim small">s</span>}
          inputMode="decimal"
          placeholder={limit.usual}
          value={limit.text}
          error={limit.problem !== null}
          onChange={(event) => limit.setText(event.currentTarget.value)}
        />
        <SavedCalls tool={tool} given={given} />
        <CopyAs tool={tool} given={given} />
        {limit.problem ? <span className="bad-text">{limit.problem}</span> : null}
        {running > 0 ? <span className="dim running-calls">Running… ({running})</span> : null}
      </div>
    </form>
  );
}

/** Whether the arguments fit the schema as they stand, said quietly: nobody has sent them yet. */
function Verdict({ problems }: { problems: Problem[] | null }): ReactElement {
  return (
    <div className="verdict-line dim" role="status" aria-label="Verdict of the schema">
      {problems === null ? null : problems.length > 0 ? `Does not fit yet: ${problemsWords(problems)}` : "Fits the schema."}
    </div>
  );
}

function ProblemList({ problems }: { problems: Problem[] }): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <div role="alert">
      <ul className="problems" aria-label="Problems">
        {problems.map((problem, index) => (
          <li key={index} className="bad-text">
            {problemWords(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says how many problems there are where the eye is, beside each at its field. */
function HiddenProblems({ problems }: { problems: Problem[] }): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <details className="problem-summary" open={problems.length > 1}>
      <summary className="bad-text">
        <span role="alert">
          {problems.length === 1
            ? `Not sent: ${problemWords(problems[0]!)}`
            : `Not sent: ${problems.length} problems`}
        </span>
      </summary>
      <ProblemList problems={problems} />
    </details>
  );
}
