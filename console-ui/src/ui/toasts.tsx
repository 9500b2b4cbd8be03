import { useSyncExternalStore, type ReactElement } from "react";
import { IconButton } from "./IconButton.tsx";

type Tone = "note" | "problem";
interface Toast {
  id: number;
  text: string;
  tone: Tone;
}

const SHOWN_MS = 4_000;
const PROBLEM_SHOWN_MS = 10_000;

let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(changed: readonly Toast[]): void {
  toasts = changed;
  for (const listener of listeners) listener();
}

/** Says something that happened where nobody looks. It goes by itself. */
export function toast(text: string, tone: Tone = "note"): void {
  const id = next++;
  set([...toasts.slice(-3), { id, text, tone }]);
  setTimeout(() => set(toasts.filter((one) => one.id !== id)), tone === "note" ? SHOWN_MS : PROBLEM_SHOWN_MS);
}

/** For what is asked without a place to show a refusal in. */
export function toastProblem(problem: unknown): void {
  toast(problem instanceof Error ? problem.message : String(problem), "problem");
}

export function Toasts(): ReactElement {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-label="Messages">
      {shown.map((one) => (
        <div key={one.id} className={`toast ${one.tone}`}>
          <span>{one.text}</span>
          <IconButton icon="cross" label="Dismiss" size="sm" onClick={() => set(toasts.filter(({ id }) => id !== one.id))} />
        </div>
      ))}
    </div>
  );
}
