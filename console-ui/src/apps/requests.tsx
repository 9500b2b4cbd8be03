import { api, part } from "../api/client.ts";
import type { Block, Call } from "../api/types.ts";
import { appNotes } from "../chat/appNotes.ts";
import { serverName } from "../state/names.ts";
import { beginning, visibleName, visibleText } from "../text/visible.ts";
import { confirm } from "../ui/confirm.tsx";
import { webAddress } from "../viewers/address.ts";
import { AppRefusal, type Params, type RequestHandler } from "./bridge.ts";
import { mcpBlock, resultForApp, whenOver } from "./results.ts";

const LONGEST_SHOWN = 2_000;

/** Everything an app may ask of the console; whatever goes out is confirmed by the person first. */
export function requestHandlers(call: Call, app: { uri: string }, onCall: (id: string) => void): Record<string, RequestHandler> {
  const name = visibleName(call.tool);
  return {
    ping: () => ({}),
    "tools/call": async (params) => {
      const { id } = await api.post<{ id: string }>("/api/calls", {
        server: call.server,
        tool: text(params.name, "name"),
        arguments: params.arguments ?? {},
        by: "app",
        app: { server: call.server, uri: app.uri },
      });
      onCall(id);
      return resultForApp(await whenOver(id));
    },
    "resources/read": async (params) => {
      const uri = text(params.uri, "uri");
      const { contents } = await api.post<{ contents: Block[] }>("/api/resources/read", { server: call.server, uri });
      return { contents: contents.map((block) => (mcpBlock({ ...block, type: "resource", uri: block.uri ?? uri }) as { resource: unknown }).resource) };
    },
    "resources/list": async () => {
      const { resources } = await api.get<{ resources: { server: string; uri: string; name: string; mime?: string }[] }>("/api/resources");
      return { resources: resources.filter((one) => one.server === call.server).map((one) => ({ uri: one.uri, name: one.name, mimeType: one.mime ?? undefined })) };
    },
    "ui/open-link": async (params) => {
      const address = webAddress(text(params.url, "url"));
      if (!address) throw new AppRefusal("Only http and https addresses are opened.");
      const yes = await confirm(
        `Open a page that ${name} names?`,
        <>
          <p>
            It is at <strong>{visibleName(address.host)}</strong>:
          </p>
          <p className="mono wrap">{visibleName(beginning(address.href, LONGEST_SHOWN))}</p>
        </>,
        `Open ${visibleName(address.host)}`,
      );
      if (!yes) return { isError: true };
      window.open(address.href, "_blank", "noopener,noreferrer");
      return {};
    },
    "ui/download-file": async (params) => download(name, params),
    "ui/message": async (params) => {
      const message = textOf(params.content);
      if (!call.chat) throw new AppRefusal("This call belongs to no chat, so there is nobody to tell.");
      const yes = await confirm(`Send a message that ${name} wrote?`, <Quoted text={message} />, "Send as my message");
      if (!yes) return { isError: true };
      await api.post(`/api/chats/${part(call.chat)}/send`, { text: message });
      return {};
    },
    "ui/update-model-context": (params) => {
      if (!call.chat) return {};
      const structured = params.structuredContent === undefined ? "" : JSON.stringify(params.structuredContent);
      appNotes.put(call.chat, { server: call.server, uri: app.uri, from: `${serverName(call.server)} / ${name}`, text: [textOf(params.content), structured].filter((one) => one !== "").join("\n") });
      return {};
    },
  };
}

function Quoted({ text: quoted }: { text: string }): React.ReactElement {
  return <blockquote className="wrap quoted">{visibleText(beginning(quoted, LONGEST_SHOWN))}</blockquote>;
}

async function download(name: string, params: Params): Promise<unknown> {
  const contents = Array.isArray(params.contents) ? (params.contents as { type?: string; resource?: { uri?: string; text?: string; blob?: string } }[]) : [];
  const files = contents.flatMap((one) => (one.type === "resource" && one.resource ? [one.resource] : []));
  if (files.length === 0) throw new AppRefusal("Only embedded resources can be saved.");
  const names = files.map((file) => fileName(file.uri));
  const yes = await confirm(`Save ${files.length === 1 ? "a file" : `${files.length} files`} from ${name}?`, <p className="mono wrap">{names.join(", ")}</p>, "Save");
  if (!yes) return { isError: true };
  files.forEach((file, index) => {
    const bytes = file.blob !== undefined ? Uint8Array.from(atob(file.blob), (char) => char.charCodeAt(0)) : new TextEncoder().encode(file.text ?? "");
    const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = names[index]!;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
  return {};
}

function fileName(uri: string | undefined): string {
  const last = (uri ?? "file").split(/[/\\?#]/).filter((one) => one !== "").at(-1) ?? "file";
  return last.replace(/[^\w.-]+/g, "_").slice(0, 80) || "file";
}

function text(value: unknown, field: string): string {
  if (typeof value !== "string" || value === "") throw new AppRefusal(`${field} is missing.`, -32602);
  return value;
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return (content as { type?: string; text?: string }[])
    .filter((one) => one.type === "text" && typeof one.text === "string")
    .map((one) => one.text)
    .join("\n");
}
