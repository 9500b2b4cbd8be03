import { useCallback, useState } from "react";

/** What was typed and not sent is kept in this tab, over a reload and over a backend that goes away. */
const PREFIX = "fairlead.draft.";

export function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function keepDraft(key: string, text: string | null): void {
  try {
    if (text === null || text === "") sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
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

export function useDraft(key: string, initial = ""): [string, (text: string) => void] {
  const [state, setState] = useState({ key, text: readDraft(key) ?? initial });
  const current = state.key === key ? state : { key, text: readDraft(key) ?? initial };
  if (current !== state) setState(current);
  const set = useCallback(
    (text: string) => {
      keepDraft(key, text);
      setState({ key, text });
    },
    [key],
  );
  return [current.text, set];
}
