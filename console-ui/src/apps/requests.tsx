import { api, part } from "../api/client.ts";
import type { Block, Call } from "../api/types.ts";
import { appNotes } from "../chat/appNotes.ts";
import { serverName } from "../state/names.ts";
import { size } from "../text/format.ts";
import { beginning, visibleName, visibleText } from "../text/visible.ts";
import { confirmForPeer } from "../ui/confirm.tsx";
import { webAddress } from "../viewers/address.ts";
import { ThisMachine } from "../viewers/ThisMachine.tsx";
import { askingFor, type Ask } from "./ask.ts";
import { AppRefusal, type RequestHandler } from "./bridge.ts";
import { filesIn, save } from "./files.ts";
import { mcpBlock, resultForApp, whenOver } from "./results.ts";

const LONGEST_ADDRESS = 8_000;
const LONGEST_MESSAGE = 50_000;
/** An app that calls without an end would bury the person in decisions. */
const MOST_CALLS = 8;

/** Everything an app may ask of the console; whatever goes out is confirmed by the person first. */
export function requestHandlers(call: Call, app: { uri: string }, onCall: (id: string) => void, ask: Ask = askingFor(confirmForPeer)): Record<string, RequestHandler> {
  const name = visibleName(beginning(call.tool, 100));
  let underWay = 0;
  return {
    ping: () => ({}),
    "tools/call": async (params) => {
      if (underWay >= MOST_CALLS) throw new AppRefusal(`${MOST_CALLS} calls of this app are under way or wait for the person; try again later.`);
      underWay++;
      try {
        const { id } = await api.post<{ id: string }>("/api/calls", {
          server: call.server,
          tool: text(params.name, "name"),
          arguments: params.arguments ?? {},
          by: "app",
          app: { server: call.server, uri: app.uri },
        });
        onCall(id);
        return await resultForApp(await whenOver(id));
      } finally {
        underWay--;
      }
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
      const address = webAddress(short(text(params.url, "url"), "url", LONGEST_ADDRESS));
      if (!address) throw new AppRefusal("Only http and https addresses are opened, and none of the console itself.");
      const yes = await ask(
        `Open a page that ${name} names?`,
        <>
          <p>
            It is at <strong>{visibleName(address.host)}</strong>:
          </p>
          <ThisMachine address={address} />
          <Quoted label="Address" text={address.href} />
        </>,
        `Open ${visibleName(address.host)}`,
      );
      if (!yes) return { isError: true };
      window.open(address.href, "_blank", "noopener,noreferrer");
      return {};
    },
    "ui/download-file": async (params) => {
      const files = filesIn(params);
      const list = files.map((file) => `${file.name} (${size(file.bytes.length)})`).join("\n");
      if (!(await ask(`Save ${files.length === 1 ? "a file" : `${files.length} files`} from ${name}?`, <Quoted label="Files" text={list} />, "Save"))) return { isError: true };
      files.forEach(save);
      return {};
    },
    "ui/message": async (params) => {
      const message = short(text(textOf(params.content), "content"), "content", LONGEST_MESSAGE);
      if (!call.chat) throw new AppRefusal("This call belongs to no chat, so there is nobody to tell.");
      const yes = await ask(`Send a message that ${name} wrote?`, <Quoted label="Message" text={message} />, "Send as my message");
      if (!yes) return { isError: true };
      await api.post(`/api/chats/${part(call.chat)}/send`, { text: message });
      return {};
    },
    "ui/update-model-context": (params) => {
      if (!call.chat) return {};
      const structured = params.structuredContent === undefined ? "" : JSON.stringify(params.structuredContent);
      appNotes.put(call.chat, { server: call.server, uri: app.uri, from: `${serverName(call.server)} / ${name}`, text: short([textOf(params.content), structured].filter((one) => one !== "").join("\n"), "content", LONGEST_MESSAGE) });
      return {};
    },
  };
}

/** All of what a peer wrote, in a box that scrolls. */
function Quoted({ label, text: quoted }: { label: string; text: string }): React.ReactElement {
  return (
    <blockquote className="wrap quoted" tabIndex={0} aria-label={label}>
      {visibleText(quoted)}
    </blockquote>
  );
}

function text(value: unknown, field: string): string {
  if (typeof value !== "string" || value === "") throw new AppRefusal(`${field} is missing.`, -32602);
  return value;
}

/** What is longer than somebody would read is refused and not cut: what is confirmed is what is done. */
function short(value: string, field: string, longest: number): string {
  if (value.length > longest) throw new AppRefusal(`${field} is longer than ${longest} characters.`, -32602);
  return value;
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return (content as ({ type?: unknown; text?: unknown } | null)[])
    .flatMap((one) => (one?.type === "text" && typeof one.text === "string" ? [one.text] : []))
    .join("\n");
}
