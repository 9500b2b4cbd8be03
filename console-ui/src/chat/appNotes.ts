import { useSyncExternalStore } from "react";
import { hasTexts, keepDraftList, readDraftList } from "../state/drafts.ts";

/** What an app wants the model to know with the next message. The last one of each app counts, and the person sees it. */
export interface AppNote {
  server: string;
  uri: string;
  from: string;
  text: string;
}

/** By chat; what an earlier page of this tab kept is read when it is first asked for. */
const notes = new Map<string, readonly AppNote[]>();
const none: readonly AppNote[] = [];
const listeners = new Set<() => void>();

function draftKey(chat: string): string {
  return `chat.${chat}.notes`;
}

function isNote(value: unknown): value is AppNote {
  return hasTexts(value, "server", "uri", "from", "text");
}

function notesOf(chat: string): readonly AppNote[] {
  let known = notes.get(chat);
  if (!known) notes.set(chat, (known = readDraftList(draftKey(chat), isNote)));
  return known;
}

function set(chat: string, list: readonly AppNote[]): void {
  notes.set(chat, list);
  keepDraftList(draftKey(chat), list);
  for (const listener of listeners) listener();
}

export const appNotes = {
  put: (chat: string, note: AppNote) => set(chat, [...notesOf(chat).filter((one) => one.server !== note.server || one.uri !== note.uri), note]),
  remove: (chat: string, note: AppNote) => set(chat, notesOf(chat).filter((one) => one !== note)),
  clear: (chat: string) => set(chat, none),
};

export function useAppNotes(chat: string | null): readonly AppNote[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (chat ? notesOf(chat) : none),
  );
}
