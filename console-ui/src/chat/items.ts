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

/** A piece of an answer under way, and how much of the answer was there before it. */
export interface TextPart {
  item: string;
  delta: string;
  from: number;
}

/** Adds a piece where it belongs. What is there of it already is not added twice; what lies beyond a gap is not added. */
export function addText(items: readonly ChatItem[], part: TextPart): readonly ChatItem[] {
  const index = items.findIndex((one) => one.id === part.item);
  const item = items[index];
  const text = item?.text ?? "";
  const known = text.length - part.from;
  if (!item || known < 0 || known >= part.delta.length) return items;
  return items.with(index, { ...item, text: text + part.delta.slice(known), streaming: true });
}

/** Whether something is missing before a piece, so that the chat must be loaded anew. */
export function isBehind(items: readonly ChatItem[], part: TextPart): boolean {
  const item = items.find((one) => one.id === part.item);
  return !item || (item.text ?? "").length < part.from;
}

/** What was loaded, with what events said while it was loading: items first, then the pieces of answers under way. */
export function mergeLoaded(loaded: readonly ChatItem[], meanwhile: readonly ChatItem[], parts: readonly TextPart[] = []): readonly ChatItem[] {
  const merged = meanwhile.reduce<readonly ChatItem[]>(
    // Of an answer under way the load knows at least as much as the item that announced it.
    (items, item) => (items.some((one) => one.id === item.id) && item.streaming ? items : putItem(items, item)),
    loaded,
  );
  return parts.reduce(addText, merged);
}

/** The chat that is open: loaded once, then kept up to date by events, also while another area is shown. */
class ChatLog {
  private open: OpenChat = { id: null, items: [], loaded: false, error: null };
  private generation = 0;
  /** What was last seen of chats that were open before. */
  private readonly kept = new Map<string, readonly ChatItem[]>();
  /** What events brought since the load began; null while nothing is loading. */
  private meanwhile: { items: readonly ChatItem[]; parts: TextPart[] } | null = null;
  private round = 0;
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
    const round = ++this.round;
    const meanwhile = (this.meanwhile = { items: [] as readonly ChatItem[], parts: [] as TextPart[] });
    try {
      const { items } = await api.get<{ head: ChatHead; items: ChatItem[] }>(`/api/chats/${part(id)}`);
      if (this.round !== round || this.open.id !== id) return;
      this.meanwhile = null;
      this.set({ id, items: mergeLoaded(items, meanwhile.items, meanwhile.parts), loaded: true, error: null });
    } catch (problem) {
      if (this.round !== round || this.open.id !== id) return;
      this.meanwhile = null;
      // While the backend is away the page says so elsewhere, and what was here stays.
      const away = problem instanceof ApiError && problem.code === "away";
      this.set({ ...this.open, loaded: !away, error: away ? null : messageOf(problem) });
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
      if (this.meanwhile) this.meanwhile.items = putItem(this.meanwhile.items, item);
      this.set({ ...this.open, items: putItem(this.open.items, item) });
    } else if (type === "chat-text") {
      const { chat, ...piece } = data as TextPart & { chat: string };
      if (chat === this.open.id) this.onText(chat, piece);
    }
  }

  private onText(chat: string, piece: TextPart): void {
    this.meanwhile?.parts.push(piece);
    const items = addText(this.open.items, piece);
    if (items !== this.open.items) this.set({ ...this.open, items });
    else if (!this.meanwhile && isBehind(items, piece)) void this.load(chat);
  }

  private set(next: OpenChat): void {
    this.open = next;
    for (const listener of this.listeners) listener();
  }
}

const chatLog = new ChatLog();

export function useChat(id: string | null): OpenChat {
  useEffect(() => chatLog.choose(id), [id]);
  const open = useSyncExternalStore(chatLog.subscribe, chatLog.get, chatLog.get);
  return open.id === id ? open : { id, items: [], loaded: false, error: null };
}
