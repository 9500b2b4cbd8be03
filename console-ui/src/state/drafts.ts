import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { storableTexts } from "../schema/secrets.ts";

/** What was typed and not sent is kept in this tab, over a reload and over a backend that goes away. */
const PREFIX = "fairlead.draft.";

/** Drafts with something secret in them: the page alone has those, and a reload forgets them. */
const onlyHere = new Map<string, string>();

export function readDraft(key: string): string | null {
  const here = onlyHere.get(key);
  if (here !== undefined) return here;
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Keeps a draft; of it only `stored` outlasts the page, which is all of it unless something in it is secret. */
export function keepDraft(key: string, text: string | null, stored: string | null = text): void {
  if (text === null || text === "" || stored === text) onlyHere.delete(key);
  else onlyHere.set(key, text);
  try {
    if (text === null || text === "" || stored === null || stored === "") sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, stored);
  } catch (problem) {
    // The tab's storage is full or switched off: the text is still in the field.
    console.warn("A draft could not be kept", problem);
  }
}

/** A draft that is a list; what cannot be read any more is left out. */
export function readDraftList<T>(key: string, isOne: (value: unknown) => value is T): readonly T[] {
  const text = readDraft(key);
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isOne) : [];
  } catch (problem) {
    console.warn("A kept draft could not be read", problem);
    return [];
  }
}

export function keepDraftList<T>(key: string, list: readonly T[]): void {
  keepDraft(key, list.length === 0 ? null : JSON.stringify(list));
}

/** Whether something read back holds texts under these names. */
export function hasTexts<N extends string>(value: unknown, ...names: N[]): value is Record<N, string> {
  return typeof value === "object" && value !== null && names.every((name) => typeof (value as Record<string, unknown>)[name] === "string");
}

/** What stays of a draft after something was sent: nothing, unless it was changed since. */
export function leftAfter(sent: string, current: string): string {
  return current.trim() === sent.trim() ? "" : current;
}

/** Gives what was typed to another draft, which takes it up when it is next shown. */
export function moveDraft(from: string, to: string): void {
  const text = readDraft(from);
  keepDraft(from, null);
  if (text !== null) keepDraft(to, text);
}

type Drafted = [text: string, set: (text: string) => void, sent: (text: string) => void];

const all = (text: string): string | null => text;

/**
 * A text that is kept while it is typed; the third is told what was sent of it, and leaves what was written since. What of it
 * may outlast the page `storable` says.
 */
export function useDraft(key: string, initial = "", storable: (text: string) => string | null = all): Drafted {
  const [state, setState] = useState({ key, text: readDraft(key) ?? initial });
  const current = state.key === key ? state : { key, text: readDraft(key) ?? initial };
  if (current !== state) setState(current);
  const latest = useRef(current.text);
  useLayoutEffect(() => {
    latest.current = current.text;
  });
  const set = useCallback(
    (text: string) => {
      keepDraft(key, text, storable(text));
      setState({ key, text });
    },
    [key, storable],
  );
  const sent = useCallback((text: string) => set(leftAfter(text, latest.current)), [set]);
  return [current.text, set, sent];
}

const withoutSecretTexts = (kept: string): string | null => {
  const texts = storableTexts(readTexts(kept));
  return Object.keys(texts).length === 0 ? null : JSON.stringify(texts);
};

/** Several texts under one draft, by their names. */
export function useDraftTexts(key: string): [Record<string, string>, (name: string, text: string) => void, () => void] {
  const [text, setText] = useDraft(key, "", withoutSecretTexts);
  const values = useMemo(() => readTexts(text), [text]);
  const set = useCallback((name: string, value: string) => setText(writeTexts(readTexts(readDraft(key) ?? text), name, value)), [key, text, setText]);
  const clear = useCallback(() => setText(""), [setText]);
  return [values, set, clear];
}

export function readTexts(kept: string): Record<string, string> {
  try {
    const value: unknown = kept === "" ? {} : JSON.parse(kept);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch (problem) {
    console.warn("A kept draft could not be read", problem);
    return {};
  }
}

export function writeTexts(texts: Record<string, string>, name: string, value: string): string {
  const next = Object.entries({ ...texts, [name]: value }).filter(([, text]) => text !== "");
  return next.length === 0 ? "" : JSON.stringify(Object.fromEntries(next));
}
