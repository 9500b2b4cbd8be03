import { useDraft } from "../state/drafts.ts";
import { useConsole } from "../state/store.ts";

/** What the backend takes: up to a day. */
const LONGEST_SECONDS = 24 * 3600;

/** A time limit as it is written, in seconds. Nothing written is none. */
export function readLimit(text: string): { ms: number | undefined; problem: string | null } {
  const written = text.trim().replace(",", ".");
  if (written === "") return { ms: undefined, problem: null };
  const ms = Math.round(Number(written) * 1000);
  if (ms >= 1 && ms <= LONGEST_SECONDS * 1000) return { ms, problem: null };
  return { ms: undefined, problem: "Seconds, above 0 and at most 86,400 (a day)." };
}

/** How long a call of one tool may take, where somebody says so; it wins over the setting. */
export interface TimeLimit {
  text: string;
  setText: (text: string) => void;
  /** What holds where nothing is written. */
  usual: string;
  ms: number | undefined;
  problem: string | null;
}

export function useTimeLimit(server: string, tool: string): TimeLimit {
  const [text, setText] = useDraft(`limit.${server}.${tool}`);
  const setting = useConsole((state) => state.settings.callTimeoutMs);
  return { text, setText, usual: setting ? `Limit ${setting / 1000}` : "Time limit", ...readLimit(text) };
}
