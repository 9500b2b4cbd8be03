import { useLayoutEffect } from "react";

/** What had the focus last, outside of dialogs. */
let home: Element | null = null;
let dialogs = 0;

/** Where the focus belongs after a dialog, if this has it before: of a menu, which goes, that is its button; in a dialog, nowhere new. */
export function homeOf(active: Element, find: (id: string) => Element | null): Element | null {
  if (active.tagName === "BODY" || active.closest('[role="dialog"]')) return null;
  const menu = active.closest('[role="menu"]');
  if (!menu) return active;
  const button = find(menu.getAttribute("aria-labelledby") ?? "");
  return button && homeOf(button, find);
}

/** Follows the focus, so that a dialog can give it back. */
export function followFocus(): void {
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element) home = homeOf(event.target, (id) => document.getElementById(id)) ?? home;
  });
}

function giveBack(): void {
  if (dialogs > 0 || !(home instanceof HTMLElement) || !home.isConnected) return;
  // Whatever took the focus meanwhile was meant to have it.
  if (!document.activeElement || document.activeElement === document.body) home.focus({ preventScroll: true });
}

/** Gives the focus back when a dialog is gone, however it goes; Mantine does so only for dialogs that stay there, closed. */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    dialogs++;
    return () => {
      dialogs--;
      setTimeout(giveBack, 0);
    };
  }, [opened]);
}
