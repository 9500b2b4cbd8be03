import { useEffect, useRef } from "react";

/** Keys by name: `k` alone, or `mod+k` with Ctrl or Cmd. A handler that answers false leaves the key to the next. */
export type KeyMap = Record<string, (event: KeyboardEvent) => boolean | void>;

const stack: { current: KeyMap }[] = [];

/** Keys that go through a list, and go on while they are held down. Any other was meant once. */
const GO_ON: ReadonlySet<string> = new Set(["ArrowDown", "ArrowUp", "[", "]"]);

/** The name of a pressed key, as key maps write it. */
export function keyName(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): string {
  const mod = event.ctrlKey || event.metaKey ? "mod+" : "";
  const alt = event.altKey ? "alt+" : "";
  return mod + alt + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|file|range)$/.test(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Listens for keys while the component is there. The newest listener is asked first. */
export function useKeys(map: KeyMap): void {
  const latest = useRef(map);
  latest.current = map;
  useEffect(() => addKeys(latest), []);
}

/** Listens with the map that is current when a key is pressed, until what this returns is called. */
export function addKeys(keys: { current: KeyMap }): () => void {
  stack.push(keys);
  return () => void stack.splice(stack.indexOf(keys), 1);
}

export function listenForKeys(): () => void {
  // A dialog that closes at a key is gone before the key is heard here; whether it was there is looked at first.
  let open = false;
  const look = (event: KeyboardEvent): void => {
    open = isDialogOpen();
    // Held down, it would press a button, follow a link or send a form again and again.
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = keyName(event);
    const single = !name.startsWith("mod+") && name !== "Escape";
    if (single && (isTyping(event.target) || event.altKey || open)) return;
    if (name === "Escape" && (open || leftField(event.target))) return;
    for (let index = stack.length - 1; index >= 0; index--) {
      const handler = stack[index]?.current[name];
      if (handler && ((event.repeat && !GO_ON.has(name)) || handler(event) !== false)) {
        event.preventDefault();
        return;
      }
    }
  };
  window.addEventListener("keydown", look, { capture: true });
  window.addEventListener("keydown", onKey);
  return () => {
    window.removeEventListener("keydown", look, { capture: true });
    window.removeEventListener("keydown", onKey);
  };
}

/** Leaves a field of a call that waits, in which somebody writes: that is what Escape means there. */
function leftField(target: EventTarget | null): boolean {
  if (!isTyping(target) || !(target as HTMLElement).closest(".approval")) return false;
  (target as HTMLElement).blur();
  return true;
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"], [role="listbox"]') !== null;
}
