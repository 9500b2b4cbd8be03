import type { Block, Call, Tool } from "../../src/api/types.ts";
import { SpelledNumber, type Json } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import type { FakeConsole } from "./console.ts";
import { PIXEL, question } from "./routes.ts";

const CUT = 64 * 1024;

export function startCall(fake: FakeConsole, tool: Tool, given: Json, by: Call["by"], chat: string | null): Call {
  const call: Call = { id: fake.id("c"), server: tool.server, tool: tool.name, arguments: given, state: "running", startedAt: Date.now(), by: by ?? "you", chat, traffic: [], questions: [], app: tool.app ?? null };
  fake.put(call);
  return call;
}

/** Does what the tool of the fake does, and tells how it went. */
export async function perform(fake: FakeConsole, started: Call): Promise<Call> {
  const given = (started.arguments ?? {}) as Record<string, unknown>;
  const row = fake.row({ server: started.server, direction: "out", method: "tools/call", rpcId: fake.next, kind: "request", status: "open", call: started.id, http: started.server === "hostile" ? { status: 200, url: "https://mcp.example.org/mcp" } : null });
  let call: Call = { ...started, traffic: [row.id] };
  const blocks: Block[] = [];
  let structured: Json | undefined;
  let isError = false;
  switch (started.tool) {
    case "add":
      structured = { sum: number(given.a) + number(given.b) };
      blocks.push({ type: "text", text: String(number(given.a) + number(given.b)) });
      break;
    case "slow": {
      const steps = Number(given.seconds ?? 3) * 5;
      for (let step = 1; step <= steps; step++) {
        await fake.pause(200);
        if (isEnded(fake, started.id)) return fake.calls.get(started.id)!;
        fake.calls.set(call.id, { ...call, progress: { progress: step, total: steps, message: `step ${step}` } });
        fake.tell("progress", { call: call.id, progress: step, total: steps, message: `step ${step}` });
      }
      blocks.push({ type: "text", text: "done" });
      break;
    }
    case "ask": {
      const kind = (given.kind as "form" | "page" | "sampling" | undefined) ?? "form";
      const asked = question(fake, {
        server: started.server,
        call: call.id,
        kind,
        message: "Who are you?",
        schema: { type: "object", properties: { name: { type: "string", title: "Your name" }, age: { type: "integer", default: 30 }, pet: { type: "string", enum: ["cat", "dog"], enumNames: ["Cat", "Dog"] } }, required: ["name"] },
        url: "https://auth.example.org/step?x=1",
        urlHost: "auth.example.org",
        sampling: { systemPrompt: "Be short.", maxTokens: 100, messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }] },
      });
      const answer = await fake.asked(asked.id);
      fake.questions = fake.questions.filter((one) => one.id !== asked.id);
      fake.tell("question-gone", { id: asked.id });
      blocks.push({ type: "text", text: JSON.stringify(answer) });
      break;
    }
    case "gallery":
      blocks.push(
        { type: "text", text: "Plain text\nwith two lines." },
        { type: "text", text: "# A heading\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", mime: "text/markdown" },
        { type: "text", text: '{"list":[1,2,{"deep":12345678901234567890,"spelled":1.0}]}' },
        { type: "text", text: '[{"name":"Ada","age":36},{"name":"Alan","age":41}]' },
        { type: "image", mime: "image/png", data: PIXEL, name: "pixel" },
        { type: "image", mime: "image/svg+xml", data: Buffer.from("<svg onload=alert(1)></svg>").toString("base64") },
        { type: "link", uri: "demo://readme", name: "readme" },
        { type: "resource", uri: "demo://table.csv", mime: "text/csv", text: "a,b,c\n1,2,3\n4,5,6\n" },
      );
      break;
    case "large": {
      const rows = Array.from({ length: Number(given.kilobytes ?? 200) * 10 }, (_, index) => ({ index, name: `row number ${index}`, value: index * 1.5, tags: ["a", "b"] }));
      const text = JSON.stringify(rows);
      fake.wholeTexts.set(call.id, text);
      blocks.push({ type: "text", text: text.slice(0, CUT), cutAt: text.length });
      break;
    }
    case "fail":
      await fake.pause(100);
      if (given.how === "kill") {
        fake.servers = fake.servers.map((one) => (one.id === started.server ? { ...one, state: "error", tools: null, reason: "The server stopped with code 137." } : one));
        fake.tell("server", fake.servers.find((one) => one.id === started.server));
        fake.tell("tools-changed", { server: started.server });
      }
      if (given.how === "transport" || given.how === "kill") return end(fake, call, row.id, { state: "failed", error: { code: "closed", message: "The server went away while it ran fail.", hint: "Reconnect it." } });
      isError = true;
      blocks.push({ type: "text", text: "I could not do that." });
      break;
    case "markdown":
      blocks.push({ type: "text", mime: "text/markdown", text: '<script>window.hacked=1</script>\n\n<img src="https://evil.example/x.png" onerror="window.hacked=1">\n\n![beacon](https://evil.example/b.png) [js](javascript:window.hacked=1) [data](data:text/html,<script>1</script>) [ok](https://example.org/path)\n\n\u202Etxet desrever' });
      break;
    default:
      blocks.push({ type: "text", text: writeJson(given) });
  }
  await fake.pause(30);
  call = { ...call, schema: structured === undefined ? null : { checked: true, violations: [] } };
  return end(fake, call, row.id, { state: isError ? "error" : "success", result: { content: blocks, structured: structured ?? null, isError, cut: blocks.some((one) => (one.cutAt ?? 0) > CUT), bytes: JSON.stringify(blocks).length } });
}

function end(fake: FakeConsole, call: Call, rowId: string, more: Partial<Call>): Call {
  const tookMs = Date.now() - (call.startedAt ?? 0);
  const done = { ...call, progress: null, tookMs, wireMs: tookMs - 1, queueMs: 0.4, ...more } as Call;
  const row = fake.rows.find((one) => one.id === rowId);
  if (row) {
    Object.assign(row, { status: more.state === "success" ? "ok" : "error", tookMs: tookMs - 1, bytes: more.result?.bytes ?? 100 });
    fake.tell("traffic", { rows: [row] });
  }
  fake.put(done);
  fake.tell("metrics", {});
  return done;
}

function isEnded(fake: FakeConsole, id: string): boolean {
  const state = fake.calls.get(id)?.state;
  return state === "cancelled" || state === "timeout";
}

function number(value: unknown): number {
  return value instanceof SpelledNumber ? Number(value.spelled) : Number(value);
}
