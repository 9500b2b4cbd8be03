import { api, ApiError, query } from "../api/client.ts";
import type { WholeState } from "../api/types.ts";
import { readAnswer } from "../api/read.ts";
import { door } from "../api/door.ts";
import { readEvents } from "./events.ts";
import { loaded } from "./model.ts";
import { store } from "./store.ts";

const TYPES = new Set([
  "server", "server-gone", "tools-changed", "prompts-changed", "resources-changed", "resource-updated", "call", "progress",
  "question", "question-gone", "approval", "approval-gone", "task", "traffic", "traffic-cleared", "log", "chat", "chat-gone",
  "chat-item", "chat-text", "login", "saved", "settings", "problems", "app", "metrics", "kept",
]);

/** Rows of traffic come by the thousand and hold nothing of a peer that must keep its spelling. */
const PLAIN = new Set<string>(["traffic", "traffic-cleared", "chat-text", "log", "metrics"]);

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 3_000;

/** How long to wait before trying again, the more often it failed the longer. */
export function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 10));
}

/** An event that the page cannot take is a defect of the page, and no reason to miss the next. */
function take(type: string, text: string): void {
  try {
    store.event(type, PLAIN.has(type) ? JSON.parse(text) : readAnswer(text));
  } catch (defect) {
    reportError(defect);
  }
}

/**
 * Keeps the page in line with the backend: loads everything, follows the events, and starts over whenever the stream breaks
 * or the backend says that too much was missed.
 */
class Stream {
  private stop = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private round = 0;

  start(): void {
    door.takeToken();
    void this.connect();
    const soon = (): void => {
      if (store.get().link === "away" && document.visibilityState === "visible") this.tryNow();
    };
    window.addEventListener("online", soon);
    document.addEventListener("visibilitychange", soon);
  }

  tryNow(): void {
    clearTimeout(this.timer);
    door.again();
    void this.connect();
  }

  private async connect(): Promise<void> {
    const round = ++this.round;
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    try {
      const whole = await api.get<WholeState>("/api/state", signal);
      if (round !== this.round) return;
      this.failures = 0;
      store.change((state) => loaded(state, whole));
      await this.follow(whole.seq, round, signal);
      if (round === this.round) this.later();
    } catch (problem) {
      if (round === this.round) this.later(problem);
    }
  }

  /** Follows the events until they end. */
  private async follow(after: string | number, round: number, signal: AbortSignal): Promise<void> {
    const { body } = await api.stream(`/api/events${query({ after })}`, signal);
    if (!body) return;
    await readEvents(body, (type, text) => {
      if (round !== this.round) return;
      if (type === "reset") void this.connect();
      else if (TYPES.has(type)) take(type, text);
    });
  }

  private later(problem?: unknown): void {
    door.forget();
    const code = problem instanceof ApiError ? problem.code : "";
    if (code === "stranger") {
      // Whoever it is gets nothing more, until the person wants to know again.
      store.change((state) => ({ ...state, link: "stranger", nextTryAt: null }));
      return;
    }
    const wait = waitBefore(this.failures++);
    store.change((state) => ({
      ...state,
      link: code === "no-session" || state.link === "no-session" ? "no-session" : "away",
      nextTryAt: Date.now() + wait,
    }));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), wait);
  }
}

export const stream = new Stream();
