import type { Call, Question, Tool } from "../../src/api/types.ts";
import { check } from "../../src/schema/check.ts";
import type { Json } from "../../src/json/value.ts";
import type { FakeConsole } from "./console.ts";
import { server } from "./demo.ts";
import { chatRoute } from "./chat.ts";
import { perform, startCall } from "./perform.ts";

export interface Answer {
  status: number;
  body?: unknown;
  text?: string;
}

type Body = Record<string, unknown>;

export const ok = (body: unknown = {}): Answer => ({ status: 200, body });
export const refused = (code: string, message: string, more: Body = {}): Answer => ({ status: 400, body: { error: { code, message, ...more } } });

/** Every route of the contract, answered as simply as can be. */
export async function route(fake: FakeConsole, method: string, url: URL, body: Body): Promise<Answer> {
  const parts = url.pathname.split("/").slice(2).map(decodeURIComponent);
  const [area, id, verb] = parts;
  const at = `${method} ${area}`;
  switch (at) {
    case "GET state":
      return ok(fake.state());
    case "POST understand":
      return ok(understand(String(body.text ?? "")));
    case "GET found":
      return ok({
        sources: [
          { product: "Claude Desktop", path: "~/.config/Claude/claude_desktop_config.json", servers: [{ name: "files", transport: "stdio", what: "npx -y @modelcontextprotocol/server-filesystem ~", connected: false }, { name: "demo", transport: "stdio", what: "python3 demo.py", connected: true }] },
          { product: "VS Code", path: "~/.config/Code/User/mcp.json", servers: [{ name: "odd", transport: "stdio", what: "?", connected: false, problem: "It has neither command nor url." }] },
        ],
        recent: [{ text: "python3 /srv/old.py", at: Date.now() - 86_400_000, name: "old" }],
      });
    case "GET tools":
      return ok({ tools: fake.tools.filter((tool) => connected(fake, tool.server)) });
    case "POST check":
      return ok({ problems: check(body.arguments as Json, toolOf(fake, body)?.inputSchema, toolOf(fake, body)?.inputSchema ?? true) });
    case "POST copy":
      return ok({ text: `fairlead call ${String(body.server)} ${String(body.tool)} --args '${JSON.stringify(body.arguments)}'` });
    case "GET prompts":
      return ok({ prompts: [{ server: "demo", name: "greet", title: "Greeting", description: "Greets somebody.", arguments: [{ name: "who", description: "Whom.", required: true }, { name: "tone", required: false }] }, { server: "demo", name: "plain", description: "Takes nothing." }] });
    case "POST prompts":
      return ok({ description: "A greeting", messages: [{ role: "user", content: { type: "text", text: `Greet **${String((body.arguments as Body)?.who ?? "")}**.` } }] });
    case "GET resources":
      return ok({
        resources: [{ server: "demo", uri: "demo://readme", name: "readme", mime: "text/markdown", size: 120 }, { server: "demo", uri: "demo://table.csv", name: "table.csv", mime: "text/csv" }, { server: "demo", uri: "demo://pixel", name: "pixel", mime: "image/png" }],
        templates: [{ server: "demo", uriTemplate: "demo://user/{id}/{?verbose}", name: "user", description: "One user." }],
      });
    case "POST resources":
      return resources(fake, id ?? "", body);
    case "GET subscriptions":
      return ok({ subscriptions: fake.subscriptions });
    case "POST complete":
      return ok({ values: ["world", "work", "wonder"].filter((one) => one.startsWith(String((body.argument as Body)?.value ?? ""))), total: 3, hasMore: false });
    case "GET traffic":
      return id && id !== "export" ? exchange(fake, id) : ok({ rows: fake.rows.toReversed().slice(0, Number(url.searchParams.get("limit") ?? 1000)), total: fake.rows.length, missed: fake.missed });
    case "POST traffic":
      fake.rows = [];
      fake.tell("traffic-cleared", {});
      return ok();
    case "GET metrics":
      return ok({ servers: metrics() });
    case "GET policies":
      return ok({ policies: policies() });
    case "PUT settings":
      fake.settings = { ...fake.settings, ...body } as typeof fake.settings;
      fake.tell("settings", fake.settings);
      return ok(fake.settings);
    case "POST saved":
      fake.saved = [...fake.saved, { id: fake.id("s"), name: String(body.name), server: String(body.server), tool: String(body.tool), arguments: body.arguments as Json }];
      fake.tell("saved", { saved: fake.saved });
      return ok();
    case "DELETE saved":
      fake.saved = fake.saved.filter((one) => one.id !== id);
      fake.tell("saved", { saved: fake.saved });
      return ok();
    case "POST questions":
      fake.waiting.get(id!)?.(body);
      return ok();
    case "GET approvals":
      return ok({ kept: fake.kept });
    case "DELETE approvals":
      fake.kept = fake.kept.filter((one) => one.id !== verb);
      fake.tell("kept", {});
      return ok();
    case "POST approvals":
      return decide(fake, id!, body);
    case "POST tasks":
      fake.tasks = fake.tasks.map((task) => (task.id === id ? { ...task, state: "cancelled" } : task));
      for (const task of fake.tasks) fake.tell("task", task);
      return ok();
    case "GET apps":
      return ok({ html: CLOCK, csp: "frame-src 'none'", seen: "5ee2", permissions: ["clipboardWrite"], domains: ["https://tiles.example.org"], prefersBorder: true, agreed: fake.subscriptions.some((one) => one.server === "agreed") });
    case "POST apps":
      fake.subscriptions.push({ server: "agreed", uri: "" });
      return ok();
    default:
      if (area === "servers" || area === "found") return servers(fake, method, id, verb, body);
      if (area === "calls") return calls(fake, method, url, id, parts.slice(2), body);
      if (area === "chats") return chatRoute(fake, method, id, verb, body);
      return { status: 404, body: { error: { code: "no-such-route", message: url.pathname } } };
  }
}

function connected(fake: FakeConsole, id: string): boolean {
  return fake.servers.some((one) => one.id === id && one.state === "connected");
}

export function toolOf(fake: FakeConsole, body: Body): Tool | undefined {
  return fake.tools.find((tool) => tool.server === body.server && tool.name === body.tool);
}

function understand(text: string): unknown {
  if (text.trim() === "") return { kind: "empty" };
  if (/^https?:/.test(text)) return { kind: "url", words: `Connects to ${new URL(text).host} over Streamable HTTP`, servers: [{ name: new URL(text).hostname, transport: "http", what: text }] };
  if (/\.py$|\.js$/.test(text)) return { kind: "script", words: `Starts ${text.endsWith(".py") ? "python3" : "node"} ${text}`, servers: [{ name: "script", transport: "stdio", what: text }] };
  if (text.startsWith("{")) return { kind: "json", words: "Two servers from JSON", servers: [{ name: "one", transport: "stdio", what: "one" }, { name: "two", transport: "http", what: "https://two" }] };
  if (/\.\w+$/.test(text)) return { kind: "problem", problem: "Only .py and .js scripts start by path. Give a command for others." };
  return { kind: "command", words: `Starts ${text}`, servers: [{ name: text.split(" ")[0], transport: "stdio", what: text }] };
}

function servers(fake: FakeConsole, method: string, id: string | undefined, verb: string | undefined, body: Body): Answer {
  const change = (more: object): Answer => {
    fake.servers = fake.servers.map((one) => (one.id === id ? { ...one, ...more } : one));
    fake.tell("server", fake.servers.find((one) => one.id === id));
    return ok();
  };
  if (method === "POST" && (id === undefined || id === "import")) {
    if (/"two"/.test(String(body.text))) return refused("invalid-field", "servers.two has neither a command nor a url.", { field: "servers.two" });
    const name = String(body.name ?? body.text ?? "new").split(/[ /]/).at(-1)!.replace(/\W/g, "") || "new";
    const added = server(name, { state: "connecting", tools: null, where: String(body.text ?? body.path) });
    fake.servers.push(added);
    fake.tell("server", added);
    fake.later(300, () => {
      fake.servers = fake.servers.map((one) => (one.id === name ? { ...one, state: "connected", tools: 0 } : one));
      fake.tell("server", fake.servers.find((one) => one.id === name));
      fake.tell("tools-changed", { server: name });
    });
    return ok({ servers: [name] });
  }
  if (method === "DELETE") {
    fake.servers = fake.servers.filter((one) => one.id !== id);
    fake.tell("server-gone", { id });
    return ok();
  }
  if (method === "GET" && verb === "entry") return ok({ entry: { command: "python3", args: [`/srv/${id}.py`], env: { TOKEN: "•••" } }, secrets: ["env.TOKEN"] });
  if (method === "GET" && verb === "log") return ok({ lines: Array.from({ length: 300 }, (_, index) => ({ at: Date.now() - (300 - index) * 1000, stream: index % 7 === 0 ? "event" : "stderr", text: `line ${index} of the log` })) });
  if (method === "PUT") return change({ since: Date.now() });
  if (verb === "disconnect") return change({ state: "disconnected" });
  if (verb === "consent" && body.allow && body.seen !== fake.servers.find((one) => one.id === id)?.consent?.seen) {
    return { status: 409, body: { error: { code: "changed", message: "It is no longer what was shown." } } };
  }
  if (verb === "consent") return change(body.allow ? { state: "connected", consent: null, tools: 0 } : { state: "disconnected", consent: null });
  if (verb === "login") {
    const steps = [{ at: Date.now(), title: "Asked the server where to log in", detail: "401 with resource_metadata", request: "GET /mcp", response: "401", ok: true }];
    fake.tell("login", { server: id, state: "waiting", url: "https://login.example.com/authorize?x=1", steps, message: "Log in there, then come back." });
    return ok();
  }
  if (id === "reconnect-all") return ok();
  change({ state: "connecting", reason: null, lastLines: [], since: Date.now() });
  fake.later(400, () => void change({ state: "connected", tools: fake.tools.filter((tool) => tool.server === id).length }));
  return ok();
}

function calls(fake: FakeConsole, method: string, url: URL, id: string | undefined, rest: string[], body: Body): Answer {
  if (method === "POST" && id === undefined) {
    const tool = toolOf(fake, body);
    if (!tool) return refused("no-such-tool", `No tool '${String(body.tool)}' on '${String(body.server)}'.`, { field: "tool" });
    const problems = check(body.arguments as Json, tool.inputSchema, tool.inputSchema ?? true);
    if (problems.length > 0) return refused("bad-arguments", "The arguments do not fit.", { problems });
    const call = startCall(fake, tool, body.arguments as Json, body.by === "app" ? "app" : "you", null);
    const limit = Number(body.timeoutMs ?? fake.settings.callTimeoutMs);
    if (limit > 0) {
      fake.later(limit, () => {
        const now = fake.calls.get(call.id)!;
        if (now.state === "running") fake.put({ ...now, state: "timeout", tookMs: limit, error: { message: `No answer within ${limit} ms.` } });
      });
    }
    void perform(fake, call);
    return ok({ id: call.id });
  }
  if (id === undefined) {
    const all = [...fake.calls.values()].filter((call) => call.server === url.searchParams.get("server") && call.tool === url.searchParams.get("tool"));
    return ok({ calls: all });
  }
  const call = fake.calls.get(id);
  if (!call) return { status: 404, body: { error: { code: "no-such-call", message: `No call ${id}.` } } };
  if (rest[0] === "cancel") {
    fake.put({ ...call, state: "cancelled", error: { message: "Cancelled by you." }, tookMs: Date.now() - (call.startedAt ?? 0) } as Call);
    return ok();
  }
  if (rest[0] === "result.json") return { status: 200, text: JSON.stringify(call.result) };
  if (rest[0] === "result") {
    const text = fake.wholeTexts.get(id) ?? "";
    const from = Number(url.searchParams.get("from"));
    return ok({ text: text.slice(from, from + Number(url.searchParams.get("length"))), total: text.length });
  }
  return ok(call);
}

function decide(fake: FakeConsole, id: string, body: Body): Answer {
  fake.approvals = fake.approvals.filter((one) => one.id !== id);
  fake.tell("approval-gone", { id, decision: body.decision });
  fake.waiting.get(id)?.(body);
  return ok();
}

function resources(fake: FakeConsole, verb: string, body: Body): Answer {
  const uri = String(body.uri);
  const key = { server: String(body.server), uri };
  if (verb === "subscribe") fake.subscriptions.push(key);
  if (verb === "unsubscribe") fake.subscriptions = fake.subscriptions.filter((one) => one.uri !== uri);
  if (verb === "subscribe") fake.later(500, () => fake.tell("resource-updated", { ...key, at: Date.now() }));
  if (verb !== "read") return ok();
  if (uri.endsWith("csv")) return ok({ contents: [{ type: "resource", uri, mime: "text/csv", text: "name,age,city\nAda,36,London\nAlan,41,Wilmslow\nGrace,85,Arlington\n" }], at: Date.now() });
  if (uri.endsWith("pixel")) return ok({ contents: [{ type: "resource", uri, mime: "image/png", data: PIXEL }], at: Date.now() });
  return ok({ contents: [{ type: "resource", uri, mime: "text/markdown", text: `# ${uri}\n\nA *resource* with a [link](https://example.org).` }], at: Date.now() });
}

export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function exchange(fake: FakeConsole, id: string): Answer {
  const row = fake.rows.find((one) => one.id === id);
  if (!row) return { status: 404, body: { error: { code: "no-such-row", message: `No exchange ${id}.` } } };
  return ok({
    row,
    request: JSON.stringify({ jsonrpc: "2.0", id: row.rpcId, method: row.method, params: { name: "add", arguments: { a: 1, b: 2 } } }),
    response: JSON.stringify({ jsonrpc: "2.0", id: row.rpcId, result: { content: [{ type: "text", text: "3" }] } }),
    headers: row.http ? { request: [["Accept", "application/json"], ["Authorization", "Bearer •••"]], response: [["Content-Type", "application/json"]] } : null,
    lines: ["a line of stderr"],
    cut: false,
  });
}

function policies(): unknown[] {
  return [
    {
      number: 1,
      name: "servers",
      title: "Servers",
      facts: [
        { name: "own", server: null, holds: "Servers of your own configuration start without a question.", from: "built in" },
        { name: "server", server: "demo", holds: "starts unasked: runs java with 3 arguments", from: "/home/ann/fairlead.json:2" },
      ],
      change: ["fairlead add and remove change which servers there are."],
    },
    { number: 10, name: "audit", title: "Audit", facts: [{ name: "file", server: null, holds: "/home/ann/audit.ndjson, rw-------", from: "FAIRLEAD_HOME" }], change: ["FAIRLEAD_HOME moves the file."] },
  ];
}

function metrics(): unknown[] {
  const perMinute = Array.from({ length: 60 }, (_, index) => ({ at: Date.now() - (59 - index) * 60_000, calls: Math.round(6 + 5 * Math.sin(index / 5)), errors: index % 13 === 0 ? 2 : 0, p50: 20 + 8 * Math.sin(index / 7), p95: 90 + 40 * Math.sin(index / 9) }));
  return [
    { server: "demo", calls: 360, errors: 10, restarts: 1, p50: 21, p95: 96.4, p99: 240, perMinute },
    { server: "hostile", calls: 3, errors: 0, restarts: 0, p50: 12, p95: 14, p99: 14, perMinute: [] },
  ];
}

export function question(fake: FakeConsole, given: Omit<Question, "id" | "at">): Question {
  const asked = { id: fake.id("q"), at: Date.now(), ...given };
  fake.questions.push(asked);
  fake.tell("question", asked);
  return asked;
}

const CLOCK = `<!doctype html><html><head></head><body style="font-family:sans-serif"><h3>A clock of its own</h3><p id="t">not started</p><button id="b">call add</button><button id="l">open link</button>
<script>
let n=1;const wait={};
const send=(m)=>parent.postMessage(m,"*");
const ask=(method,params)=>new Promise(r=>{const id=n++;wait[id]=r;send({jsonrpc:"2.0",id,method,params})});
addEventListener("message",(e)=>{const m=e.data;if(m.id&&wait[m.id]){wait[m.id](m);return}
 if(m.method==="ui/notifications/tool-input")document.getElementById("t").textContent="input "+JSON.stringify(m.params);
 if(m.method==="ui/notifications/tool-result")document.getElementById("t").textContent+=" result "+JSON.stringify(m.params.content);
 if(m.method==="ui/resource-teardown")send({jsonrpc:"2.0",id:m.id,result:{}});});
ask("ui/initialize",{appInfo:{name:"clock",version:"1"},appCapabilities:{},protocolVersion:"2026-01-26"}).then((m)=>{document.body.style.colorScheme=m.result.hostContext.theme;send({jsonrpc:"2.0",method:"ui/notifications/initialized"});send({jsonrpc:"2.0",method:"ui/notifications/size-changed",params:{height:160}})});
document.getElementById("b").onclick=()=>ask("tools/call",{name:"add",arguments:{a:1,b:2}}).then((m)=>document.getElementById("t").textContent="tool "+JSON.stringify(m.result||m.error));
document.getElementById("l").onclick=()=>ask("ui/open-link",{url:"https://example.org/"}).then((m)=>document.getElementById("t").textContent="link "+JSON.stringify(m.result||m.error));
</script></body></html>`;
