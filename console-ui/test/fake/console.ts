import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Session } from "../../src/api/door.ts";
import type { Approval, Call, ChatHead, ChatItem, KeptApproval, Question, Row, SavedCall, Server, Task, Tool } from "../../src/api/types.ts";
import { writeJson } from "../../src/json/write.ts";
import { demoServers, demoTools } from "./demo.ts";

type Listener = ServerResponse;

/** The state of the fake, and the events it tells. */
export class FakeConsole {
  origin = "";
  sandbox = "";
  readonly run = `r${Date.now().toString(36)}`;
  readonly session: Session = { session: "fake-session", key: "fake-key" };
  seq = 0;
  next = 1;
  servers: Server[] = demoServers();
  tools: Tool[] = demoTools();
  calls = new Map<string, Call>();
  wholeTexts = new Map<string, string>();
  questions: Question[] = [];
  approvals: Approval[] = [];
  kept: KeptApproval[] = [
    { id: "k1", server: "demo", tool: "echo", decision: "allow", at: Date.now() - 3_600_000 },
    { id: "k2", server: "hostile", tool: null, decision: "deny", at: Date.now() - 60_000 },
  ];
  tasks: Task[] = [];
  saved: SavedCall[] = [];
  rows: Row[] = [];
  missed = 0;
  chats: ChatHead[] = [];
  items = new Map<string, ChatItem[]>();
  subscriptions: { server: string; uri: string }[] = [];
  waiting = new Map<string, (answer: Record<string, unknown>) => void>();
  settings = { model: null, theme: "auto", callTimeoutMs: 60_000, maxSteps: 10 };
  private readonly listeners = new Set<Listener>();
  private readonly timers = new Set<NodeJS.Timeout>();

  id(prefix: string): string {
    return `${prefix}${this.next++}`;
  }

  state(): unknown {
    return {
      version: "0.1.0-fake",
      seq: `${this.run}-${this.seq}`,
      servers: this.servers,
      models: [
        { id: "demo", label: "Offline demo model", provider: "demo", ready: true, usual: true },
        { id: "gemini", label: "Gemini 2.5 Pro", provider: "google", ready: false, why: "no key in GEMINI_API_KEY", usual: false },
      ],
      chats: this.chats,
      calls: [...this.calls.values()],
      questions: this.questions,
      approvals: this.approvals,
      tasks: this.tasks,
      saved: this.saved,
      settings: this.settings,
      sandbox: this.sandbox,
      keptIn: "memory of the fake",
    };
  }

  /** Shows a page that this is what gave it its key. */
  hello(nonce: string): { run: string; proof: string } {
    const message = `console\n${new URL(this.origin).port}\n${this.run}\n${nonce}`;
    return { run: this.run, proof: createHmac("sha256", this.session.key).update(message).digest("base64url") };
  }

  follow(response: ServerResponse, after: string): void {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(": hello\n\n");
    if (!after.startsWith(`${this.run}-`)) response.write(`event: reset\ndata: {}\n\n`);
    this.listeners.add(response);
    response.on("close", () => this.listeners.delete(response));
  }

  tell(type: string, data: unknown): void {
    this.seq++;
    for (const listener of this.listeners) listener.write(`id: ${this.run}-${this.seq}\nevent: ${type}\ndata: ${writeJson(data)}\n\n`);
  }

  put(call: Call): void {
    this.calls.set(call.id, call);
    this.tell("call", call);
    for (const [chat, items] of this.items) {
      const item = items.find((one) => one.call === call.id);
      if (item) {
        item.callState = call;
        this.tell("chat-item", { chat, item });
      }
    }
  }

  row(given: Omit<Row, "id" | "at">): Row {
    const row = { id: this.id("t"), at: Date.now(), ...given };
    this.rows.push(row);
    if (this.rows.length > 10_000) this.rows.shift();
    this.tell("traffic", { rows: [row] });
    return row;
  }

  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms);
    this.timers.add(timer);
  }

  pause(ms: number): Promise<void> {
    return new Promise((done) => this.later(ms, done));
  }

  /** Waits until the page has answered. */
  asked(id: string): Promise<Record<string, unknown>> {
    return new Promise((answer) => this.waiting.set(id, answer));
  }

  drop(): void {
    for (const listener of this.listeners) listener.destroy();
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.drop();
  }
}
