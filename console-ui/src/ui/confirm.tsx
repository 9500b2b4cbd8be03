import { Button, Group } from "@mantine/core";
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement, type ReactNode } from "react";
import { Dialog } from "./Dialog.tsx";
import { confirmations, type Asked } from "./confirmations.ts";

/** Whoever clicks or types while a peer's question comes up does not mean it. */
const SETTLE_MS = 500;

/** Asks the person before something is done; false when the dialog is closed. */
export function confirm(title: string, body: ReactNode, yes: string, danger = false): Promise<boolean> {
  return confirmations.ask({ title, body, yes, danger });
}

/** Asks on behalf of a peer. Null, and nothing asked, where a question is open: what the person reads is not to be changed. */
export function confirmForPeer(title: string, body: ReactNode, yes: string): Promise<boolean> | null {
  return confirmations.busy() ? null : confirmations.ask({ title, body, yes, peer: true });
}

export function Confirmations(): ReactElement {
  const current = useSyncExternalStore(confirmations.subscribe, confirmations.current);
  return (
    <Dialog opened={current !== null} onClose={() => current?.answer(false)} title={current?.title ?? ""}>
      <div className="confirm-body">{current?.body}</div>
      {current ? <Answers key={current.id} asked={current} /> : null}
    </Dialog>
  );
}

/** The safe answer has the focus, so that a key pressed too early does nothing. */
function Answers({ asked }: { asked: Asked }): ReactElement {
  const [settled, setSettled] = useState(!asked.peer);
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The dialog does this for the first question only, not for one that comes right after it.
    safe.current?.focus();
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Group justify="flex-end" mt="md">
      <Button ref={safe} variant="default" onClick={() => asked.answer(false)} data-autofocus>
        Cancel
      </Button>
      <Button color={asked.danger ? "red" : "blue"} disabled={!settled} onClick={() => asked.answer(true)}>
        {asked.yes}
      </Button>
    </Group>
  );
}
