import { useSyncExternalStore } from "react";

/** Which dialog is open. One at a time; closing gives the focus back to where it was. */
export type OpenDialog =
  | { kind: "connect"; tab?: "connected" | "found" | "recent" }
  | { kind: "edit"; server: string }
  | { kind: "log"; server: string }
  | { kind: "info"; server: string }
  | { kind: "login"; server: string }
  | { kind: "palette" }
  | { kind: "keys" }
  | { kind: "settings" };

let open: OpenDialog | null = null;
const listeners = new Set<() => void>();

export function openDialog(dialog: OpenDialog | null): void {
  open = dialog;
  for (const listener of listeners) listener();
}

export function closeDialog(): void {
  openDialog(null);
}

export function useOpenDialog(): OpenDialog | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
