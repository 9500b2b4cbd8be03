import { api, ApiError, query } from "../api/client.ts";
import type { WholeState } from "../api/types.ts";
import { readAnswer } from "../api/read.ts";
import { loaded } from "./model.ts";
import { store } from "./store.ts";

const TYPES = [
  "server", "server-gone", "tools-changed", "prompts-changed", "resources-changed", "resource-updated", "call", "progress",
  "question", "question-gone", "approval", "approval-gone", "task", "traffic", "traffic-cleared", "log", "chat", "chat-gone",
  "chat-item", "chat-text", "login", "saved", "settings", "app", "metrics", "kept",
] as const;

/** Rows of traffic come by the thousand and hold nothing of a peer that must keep its spelling. */
const PLAIN = new Set<string>(["traffic", "traffic-cleared", "chat-text", "log", "metrics"]);

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 3_000;

/** How long to wait before trying again, the more often it failed the longer. */
export function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempt, 10));
}

/**
 * Keeps the page in line with the backend: loads everything, follows the events, and starts over whenever the stream breaks
 * or the backend says that too much was missed.
 */
class Stream {
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private round = 0;

  start(): void {
    void this.connect();
    const soon = (): void => {
      if (store.get().link === "away" && document.visibilityState === "visible") this.tryNow();
    };
    window.addEventListener("online", soon);
    document.addEventListener("visibilitychange", soon);
  }

  tryNow(): void {
    clearTimeout(this.timer);
    void this.connect();
  }

  private async connect(): Promise<void> {
    const round = ++this.round;
    this.source?.close();
    try {
      const whole = await api.get<WholeState>("/api/state");
      if (round !== this.round) return;
      this.failures = 0;
      store.change((state) => loaded(state, whole));
      this.follow(whole.seq, round);
    } catch (problem) {
      if (round !== this.round) return;
      if (problem instanceof ApiError && problem.code === "no-session") {
        store.change((state) => ({ ...state, link: "no-session", nextTryAt: null }));
      }
      this.later();
    }
  }

  private follow(after: string | number, round: number): void {
    const source = new EventSource(`/api/events${query({ after })}`);
    this.source = source;
    for (const type of TYPES) {
      source.addEventListener(type, (event) => {
        const text = (event as MessageEvent<string>).data;
        if (round === this.round) store.event(type, PLAIN.has(type) ? JSON.parse(text) : readAnswer(text));
      });
    }
    source.addEventListener("reset", () => void this.connect());
    source.onerror = () => {
      if (round !== this.round) return;
      source.close();
      this.later();
    };
  }

  private later(): void {
    const wait = waitBefore(this.failures++);
    store.change((state) => ({
      ...state,
      link: state.link === "no-session" ? "no-session" : "away",
      nextTryAt: Date.now() + wait,
    }));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), wait);
  }
}

export const stream = new Stream();
