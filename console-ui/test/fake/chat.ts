import type { ChatHead, ChatItem } from "../../src/api/types.ts";
import type { Json } from "../../src/json/value.ts";
import type { FakeConsole } from "./console.ts";
import { perform, startCall } from "./perform.ts";
import type { Answer } from "./routes.ts";

const ok = (body: unknown = {}): Answer => ({ status: 200, body });

export function chatRoute(fake: FakeConsole, method: string, id: string | undefined, verb: string | undefined, body: Record<string, unknown>): Answer {
  if (method === "POST" && id === undefined) {
    const head: ChatHead = { id: fake.id("chat"), title: "New chat", at: Date.now(), model: String(body.model ?? "demo"), servers: (body.servers as string[]) ?? null, running: false, steps: 0, maxSteps: 10, tokens: { in: 0, out: 0, toolList: 420 } };
    fake.chats.push(head);
    fake.items.set(head.id, []);
    fake.tell("chat", head);
    return ok({ id: head.id });
  }
  const head = fake.chats.find((one) => one.id === id);
  if (!head) return { status: 404, body: { error: { code: "no-such-chat", message: `No chat ${id}.` } } };
  if (method === "GET") return ok({ head, items: fake.items.get(head.id) });
  if (method === "PATCH") {
    Object.assign(head, body);
    fake.tell("chat", head);
  } else if (method === "DELETE") {
    fake.chats = fake.chats.filter((one) => one !== head);
    fake.tell("chat-gone", { id });
  } else if (verb === "send" && /refuse/.test(String(body.text))) {
    return { status: 409, body: { error: { code: "running", message: "The chat would not take it." } } };
  } else if (verb === "send") void answer(fake, head, String(body.text ?? ""));
  else if (verb === "stop") set(fake, head, { running: false });
  else if (verb === "continue") set(fake, head, { running: false, steps: 0 });
  return { status: method === "POST" ? 202 : 200, body: {} };
}

function set(fake: FakeConsole, head: ChatHead, more: Partial<ChatHead>): void {
  Object.assign(head, more);
  fake.tell("chat", head);
}

function say(fake: FakeConsole, head: ChatHead, item: Omit<ChatItem, "id" | "at">): ChatItem {
  const made = { id: fake.id("i"), at: Date.now(), ...item };
  fake.items.get(head.id)!.push(made);
  fake.tell("chat-item", { chat: head.id, item: made });
  return made;
}

async function speak(fake: FakeConsole, head: ChatHead, text: string): Promise<void> {
  const item = say(fake, head, { type: "assistant", text: "", streaming: true });
  for (const word of text.split(/(?<= )/)) {
    await fake.pause(15);
    if (!head.running) break;
    const from = item.text!.length;
    item.text += word;
    fake.tell("chat-text", { chat: head.id, item: item.id, delta: word, from });
  }
  item.streaming = false;
  fake.tell("chat-item", { chat: head.id, item });
}

/** A model that adds numbers, asks before it does, and can be made to run into its limit. */
async function answer(fake: FakeConsole, head: ChatHead, text: string): Promise<void> {
  set(fake, head, { running: true, steps: 0, title: head.title === "New chat" ? text.slice(0, 40) : head.title ?? "" });
  say(fake, head, { type: "user", text });
  await speak(fake, head, "I will use a **tool** for that. ");
  const tool = fake.tools.find((one) => one.name === "add")!;
  for (const wanted of /both/.test(text) ? [1, 2] : [1]) {
    const call = startCall(fake, tool, { a: wanted, b: 41 } as Json, "model", head.id);
    const asking = { ...call, state: "approval" as const };
    say(fake, head, { type: "call", call: call.id, callState: asking });
    fake.put(asking);
    const approval = { id: fake.id("a"), call: call.id, chat: head.id, server: tool.server, tool: tool.name, arguments: call.arguments, description: tool.description, definition: { name: tool.name, description: tool.description ?? null, inputSchema: tool.inputSchema ?? {} } as Json, hints: tool.hints, at: Date.now() };
    fake.approvals.push(approval);
    fake.tell("approval", approval);
    void fake.asked(approval.id).then(async (decision) => {
      set(fake, head, { steps: (head.steps ?? 0) + 1, tokens: { in: 512, out: 64, toolList: 420 } });
      if (decision.decision === "deny") fake.put({ ...call, state: "denied", error: { message: `You declined this call. ${String(decision.reason ?? "")}` } });
      else await perform(fake, { ...call, arguments: (decision.arguments as Json) ?? call.arguments });
      if (fake.approvals.some((one) => one.chat === head.id)) return;
      await speak(fake, head, "The sum is *42*. Is there anything else? ");
      if (/limit/.test(text)) say(fake, head, { type: "limit", text: "Stopped after 10 tool steps." });
      set(fake, head, { running: false });
    });
  }
}
