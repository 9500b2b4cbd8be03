import { api, part } from "../api/client.ts";
import type { Block, Call, Result } from "../api/types.ts";
import { readJsonCalmly } from "../json/read.ts";
import { writeJson } from "../json/write.ts";
import { isOver } from "../calls/words.ts";
import { store } from "../state/store.ts";

/** A value without the page's own kinds of numbers, fit to be posted to another window. */
export function plainValue(value: unknown): unknown {
  return JSON.parse(writeJson(value ?? null));
}

/** A block as the protocol writes it. */
export function mcpBlock(block: Block): unknown {
  const mimeType = block.mime ?? undefined;
  switch (block.type) {
    case "image":
    case "audio":
      return { type: block.type, data: block.data ?? "", mimeType };
    case "resource":
      return { type: "resource", resource: { uri: block.uri, mimeType, ...(block.text !== null && block.text !== undefined ? { text: block.text } : { blob: block.data ?? "" }) } };
    case "link":
      return { type: "resource_link", uri: block.uri, name: block.name ?? block.uri, mimeType };
    default:
      return { type: "text", text: block.text ?? "" };
  }
}

/** A result as the protocol writes it, from what the backend keeps of it. */
export function mcpResult(result: Result): unknown {
  return {
    content: (result.content ?? []).map(mcpBlock),
    ...(result.structured === null || result.structured === undefined ? {} : { structuredContent: plainValue(result.structured) }),
    isError: result.isError ?? false,
  };
}

/** The whole result of a call that is over, for an app. A call without one is told as an error. */
export async function resultForApp(call: Call): Promise<unknown> {
  if (!call.result) return { content: [{ type: "text", text: call.error?.message ?? `The call ended: ${call.state}.` }], isError: true };
  const whole = plainValue(await readJsonCalmly(await api.text(`/api/calls/${part(call.id)}/result.json`))) as Result & { structuredContent?: unknown };
  const isOurs = whole.structuredContent === undefined && ("structured" in whole || "cut" in whole || (whole.content ?? []).some((block) => "mime" in block));
  return isOurs ? mcpResult(whole) : whole;
}

/** Waits until a call is over, whatever is decided about it meanwhile. */
export function whenOver(id: string): Promise<Call> {
  return new Promise((done) => {
    const look = (): boolean => {
      const call = store.get().calls.get(id);
      if (!call || !isOver(call)) return false;
      done(call);
      return true;
    };
    if (look()) return;
    const stop = store.subscribe(() => {
      if (look()) stop();
    });
  });
}
