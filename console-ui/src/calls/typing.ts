import { useSyncExternalStore } from "react";
import { isTyping } from "../app/keys.ts";

/**
 * Whether somebody is in a field for text, where keys are letters. The focus is never taken from there: whoever begins to
 * write a sentence with an A would allow a call.
 */
export function useTyping(): boolean {
  return useSyncExternalStore(watchFocus, () => isTyping(document.activeElement), () => false);
}

function watchFocus(look: () => void): () => void {
  document.addEventListener("focusin", look);
  document.addEventListener("focusout", look);
  return () => {
    document.removeEventListener("focusin", look);
    document.removeEventListener("focusout", look);
  };
}
