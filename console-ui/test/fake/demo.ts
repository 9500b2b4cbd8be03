import { createHash } from "node:crypto";
import type { Server, Tool } from "../../src/api/types.ts";

/** The servers and tools of the fake: one of every kind. */
export function demoServers(): Server[] {
  return [
    server("demo", { tools: 9, prompts: 2, resources: 3, templates: 1, info: { name: "fairlead-demo", version: "1.0" }, instructions: "Add numbers with add.\nBe kind.", capabilities: { tools: { listChanged: true }, resources: { subscribe: true } }, revision: "2025-11-25", era: "legacy" }),
    server("hostile", { name: "ev\u202Eil\u200B <b>server</b>", transport: "http", where: "https://mcp.example.org/mcp", tools: 3, revision: "2026-07-28", era: "modern" }),
    server("broken", {
      state: "error",
      tools: null,
      reason: "Server stopped with code 1 before answering initialize.",
      hint: "Look at its last lines, then reconnect.",
      lastLines: ["Traceback (most recent call last):", '  File "server.py", line 3, in <module>', "ModuleNotFoundError: No module named 'mcp'"],
    }),
    server("project", { state: "waiting", tools: null, consent: consentTo("npx -y some-server --root ."), source: { kind: "file", words: "from .mcp.json of this project" } }),
    server("calendar", { state: "login", transport: "http", where: "https://calendar.example.com/mcp", tools: null, loginPossible: true, reason: "calendar needs a login." }),
  ];
}

/** What is asked about, and the mark of exactly that. */
export function consentTo(what: string): Server["consent"] {
  return { needed: true, what, seen: createHash("sha256").update(what).digest("hex") };
}

export function server(id: string, more: Partial<Server> = {}): Server {
  return {
    id,
    name: id,
    title: null,
    transport: "stdio",
    where: `python3 /srv/${id}.py`,
    source: { kind: "here", words: "connected here" },
    state: "connected",
    revision: null,
    tools: 0,
    prompts: 0,
    resources: 0,
    templates: 0,
    since: Date.now(),
    restarts: 0,
    loginPossible: false,
    editable: true,
    ...more,
  };
}

export function demoTools(): Tool[] {
  const text = { type: "string" };
  return [
    tool("demo", "add", "Adds two numbers.", { type: "object", properties: { a: { type: "number", description: "The first." }, b: { type: "number", description: "The second." } }, required: ["a", "b"] }, { readOnly: true }),
    tool("demo", "echo", "Says it back.", { type: "object", properties: { message: text, big: { type: "integer" } }, required: ["message"] }, { readOnly: true, idempotent: true }),
    tool("demo", "slow", "Takes its time and tells how far it is.", { type: "object", properties: { seconds: { type: "integer", minimum: 1, maximum: 60, default: 3 } } }),
    tool("demo", "ask", "Asks you something while it runs.", { type: "object", properties: { kind: { enum: ["form", "page", "sampling"] } } }),
    tool("demo", "gallery", "Returns one of every kind of content.", { type: "object" }),
    tool("demo", "large", "Returns a large JSON text.", { type: "object", properties: { kilobytes: { type: "integer", default: 200 } } }),
    tool("demo", "fail", "Fails.", { type: "object", properties: { how: { enum: ["error", "transport", "kill"] } } }, { destructive: true }),
    tool("demo", "clock", "Shows a clock of its own.", { type: "object" }, { readOnly: true }, { uri: "ui://demo/clock" }),
    tool("demo", "everything", "Has an argument of every kind.", {
      type: "object",
      required: ["name", "address"],
      $defs: { node: { type: "object", title: "Node", properties: { label: text, child: { $ref: "#/$defs/node" } } } },
      properties: {
        name: { type: "string", minLength: 2, title: "Full name" },
        note: { type: ["string", "null"], description: "May be null." },
        count: { type: "integer", minimum: 0 },
        ratio: { type: "number", exclusiveMinimum: 0, maximum: 1 },
        on: { type: "boolean" },
        colour: { enum: ["red", "green", "blue"], default: "green" },
        version: { const: 2 },
        when: { type: "string", format: "date-time" },
        mail: { type: "string", format: "email" },
        tags: { type: "array", items: text, uniqueItems: true },
        pair: { type: "array", prefixItems: [{ type: "number" }, text] },
        address: { type: "object", required: ["street"], properties: { street: text, city: text } },
        labels: { type: "object", additionalProperties: { type: "integer" } },
        either: { oneOf: [{ title: "by id", type: "object", properties: { id: { type: "integer" } }, required: ["id"] }, { title: "by name", type: "string" }] },
        tree: { $ref: "#/$defs/node" },
        merged: { allOf: [{ type: "object", properties: { x: { type: "number" } } }, { properties: { y: { type: "number" } } }] },
        anything: {},
        odd: { not: { type: "string" } },
      },
    }),
    tool("hostile", "<img src=x onerror=alert(1)>", "<script>alert(1)</script> **bold** [link](javascript:alert(1))", { type: "object" }, { readOnly: true }, undefined, ["The description holds HTML."]),
    tool("hostile", "markdown", "Returns hostile Markdown.", { type: "object" }),
    tool("hostile", "a_name_that_is_very_long_and_goes_on_and_on_and_on_until_it_would_break_any_layout_that_is_not_careful", "Long.", { type: "object" }),
  ];
}

function tool(server: string, name: string, description: string, inputSchema: unknown, hints: Tool["hints"] = null, app?: { uri: string }, findings: string[] = []): Tool {
  return { server, name, title: null, description, inputSchema: inputSchema as Tool["inputSchema"], hints, findings, app: app ?? null, approval: "ask" } as Tool;
}
