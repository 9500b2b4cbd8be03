import type { ReactElement } from "react";
import { api } from "../api/client.ts";
import { useAction } from "../state/action.ts";
import { toastProblem } from "./toasts.tsx";

/** So long may a browser take to begin with what it is told to save. */
const BEGUN_MS = 10_000;

/** Has the browser save something, without ever showing it. */
export function saveBlob(content: BlobPart, name: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), BEGUN_MS);
}

/** Fetches something of the backend, which a link could not do as it shows no key, and saves it. */
export async function download(path: string, name: string): Promise<void> {
  saveBlob(await api.blob(path), name);
}

export function DownloadButton({ path, name }: { path: string; name: string }): ReactElement {
  const fetching = useAction(() => download(path, name).catch(toastProblem));
  return (
    <button type="button" className="link" disabled={fetching.busy} onClick={() => void fetching.run()}>
      Download
    </button>
  );
}
