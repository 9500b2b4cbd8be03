import { useEffect, useSyncExternalStore } from "react";
import { api, ApiError, messageOf, part } from "../api/client.ts";
import type { ChatHead, ChatItem } from "../api/types.ts";
import { store } from "../state/store.ts";

/** So many chats that were looked at are shown at once when one comes back to them. */
const CHATS_KEPT = 10;

export interface OpenChat {
  id: string | null;
  items: readonly ChatItem[];
  loaded: boolean;
  error: string | null;
}

/** Takes a new or changed item in. */
export function putItem(items: readonly ChatItem[], item: ChatItem): readonly ChatItem[] {
  const index = items.findIndex((one) => one.id === item.id);
  return index < 0 ? [...items, item] : items.with(index, item);
}

/** Adds streamed text to an item. With the place where it belongs, what is there already is not added twice. */
export function addText(items: readonly ChatItem[], id: string, delta: string, from?: number): readonly ChatItem[] {
  const index = items.findIndex((one) => one.id === id);
  if (index < 0) return items;
  const item = items[index]!;
  const text = item.text ?? "";
  if (from !== undefined && text.length !== from) return items;
  return items.with(index, { ...item, text: text + delta, streaming: true });
}

/** What was loaded, with what events said while it was loading: an answer under way is as far as the load found it. */
export function mergeLoaded(loaded: readonly ChatItem[], meanwhile: readonly ChatItem[]): readonly ChatItem[] {
  return meanwhile.reduce<readonly ChatItem[]>(
    (items, item) => (items.some((one) => one.id === item.id) && item.streaming ? items : putItem(items, item)),
    loaded,
  );
}

/** The chat that is open: loaded once, then kept up to date by events, also while another area is shown. */
class ChatLog {
  private open: OpenChat = { id: null, items: [], loaded: false, error: null };
  private generation = 0;
  /** What was last seen of chats that were open before. */
  private readonly kept = new Map<string, readonly ChatItem[]>();
  /** What events brought since the load began. */
  private meanwhile: readonly ChatItem[] = [];
  private readonly listeners = new Set<() => void>();

  constructor() {
    store.onEvent((type, data) => this.onEvent(type, data));
    store.subscribe(() => {
      const { generation } = store.get();
      if (generation === this.generation) return;
      this.generation = generation;
      if (this.open.id) void this.load(this.open.id);
    });
  }

  readonly get = (): OpenChat => this.open;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  choose(id: string | null): void {
    if (this.open.id === id) return;
    if (this.open.id) this.keep(this.open.id, this.open.items);
    this.set({ id, items: (id && this.kept.get(id)) || [], loaded: false, error: null });
    if (id && store.get().generation > 0) void this.load(id);
  }

  private async load(id: string): Promise<void> {
    this.meanwhile = [];
    try {
      const { items } = await api.get<{ head: ChatHead; items: ChatItem[] }>(`/api/chats/${part(id)}`);
      if (this.open.id !== id) return;
      this.set({ id, items: mergeLoaded(items, this.meanwhile), loaded: true, error: null });
    } catch (problem) {
      // While the backend is away the page says so elsewhere, and what was here stays.
      const away = problem instanceof ApiError && problem.code === "away";
      if (this.open.id === id) this.set({ ...this.open, loaded: !away, error: away ? null : messageOf(problem) });
    }
  }

  private keep(id: string, items: readonly ChatItem[]): void {
    this.kept.delete(id);
    this.kept.set(id, items);
    const [oldest] = this.kept.keys();
    if (this.kept.size > CHATS_KEPT && oldest) this.kept.delete(oldest);
  }

  private onEvent(type: string, data: unknown): void {
    if (type === "chat-item") {
      const { chat, item } = data as { chat: string; item: ChatItem };
      if (chat !== this.open.id) return;
      if (this.meanwhile.length < 500) this.meanwhile = putItem(this.meanwhile, item);
      this.set({ ...this.open, items: putItem(this.open.items, item) });
    } else if (type === "chat-text") {
      const { chat, item, delta, from } = data as { chat: string; item: string; delta: string; from?: number };
      if (chat === this.open.id) this.set({ ...this.open, items: addText(this.open.items, item, delta, from) });
    }
  }

  private set(next: OpenChat): void {
    this.open = next;
    for (const listener of this.listeners) listener();
  }
}

const chatLog = new ChatLog();

export function useChat(id: string | null): OpenChat {
  useEffect(() => chatLog.choose(id), [id]);
  const open = useSyncExternalStore(chatLog.subscribe, chatLog.get);
  return open.id === id ? open : { id, items: [], loaded: false, error: null };
}
