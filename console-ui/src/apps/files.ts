import { saveBlob } from "../ui/download.tsx";
import { AppRefusal, type Params } from "./bridge.ts";

export interface AppFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The files that an app wants to have saved, read before anybody is asked about them. */
export function filesIn(params: Params): AppFile[] {
  const contents = Array.isArray(params.contents) ? (params.contents as ({ type?: unknown; resource?: { uri?: unknown; text?: unknown; blob?: unknown } | null } | null)[]) : [];
  const files = contents.flatMap((one) => (one?.type === "resource" && one.resource ? [one.resource] : []));
  if (files.length === 0) throw new AppRefusal("Only embedded resources can be saved.", -32602);
  return files.map(({ uri, text, blob }) => ({ name: fileName(uri), bytes: typeof blob === "string" ? decoded(blob) : new TextEncoder().encode(typeof text === "string" ? text : "") }));
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    throw new AppRefusal("A file is no base64.", -32602);
  }
}

/** The last part of an address, without anything that a file system might read as more than a name. */
function fileName(uri: unknown): string {
  const last = (typeof uri === "string" ? uri : "file").split(/[/\\?#]/).filter((one) => one !== "").at(-1) ?? "file";
  return last.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "_").slice(0, 80) || "file";
}

export function save(file: AppFile): void {
  saveBlob(file.bytes, file.name);
}
