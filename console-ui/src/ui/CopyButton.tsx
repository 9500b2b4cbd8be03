import { useState, type ReactElement } from "react";
import { toast } from "./toasts.tsx";
import { IconButton } from "./IconButton.tsx";

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (problem) {
    console.error(problem);
    toast("The browser did not allow copying.", "problem");
    return false;
  }
}

/** Copies the original text, not what is shown of it. */
export function CopyButton({ text, label = "Copy" }: { text: string | (() => string); label?: string }): ReactElement {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(typeof text === "string" ? text : text()))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return <IconButton icon={done ? "check" : "copy"} label={label} hint={done ? "Copied" : label} size="sm" onClick={() => void copy()} />;
}
