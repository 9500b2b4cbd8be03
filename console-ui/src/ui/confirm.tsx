import { Button, Group } from "@mantine/core";
import { useSyncExternalStore, type ReactElement, type ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";

interface Asked {
  title: string;
  body: ReactNode;
  yes: string;
  danger?: boolean;
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the person before something is done; false when the dialog is closed. */
export function confirm(title: string, body: ReactNode, yes: string, danger = false): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    set({
      title,
      body,
      yes,
      danger,
      answer: (given) => {
        set(null);
        resolve(given);
      },
    });
  });
}

export function Confirmations(): ReactElement {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  return (
    <Dialog opened={current !== null} onClose={() => current?.answer(false)} title={current?.title ?? ""}>
      {current?.body}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => current?.answer(false)}>
          Cancel
        </Button>
        <Button color={current?.danger ? "red" : "blue"} onClick={() => current?.answer(true)} data-autofocus>
          {current?.yes}
        </Button>
      </Group>
    </Dialog>
  );
}
