import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { describe, test } from "node:test";
import type { AppDocument } from "../src/api/types.ts";
import { AppBridge, AppRefusal, type BridgeHooks } from "../src/apps/bridge.ts";
import { grantedMode, startedFrom } from "../src/apps/hosted.ts";
import { allowed, permissionWords } from "../src/apps/permissions.ts";
import { mcpResult, plainValue } from "../src/apps/results.ts";
import { frameRule, withReporter } from "../src/apps/sandbox/document.ts";
import { readJson } from "../src/json/read.ts";

interface Posted {
  id?: unknown;
  method?: string;
  result?: unknown;
  error?: { code: number; message: string };
}

function bridge(handlers: Record<string, (params: Record<string, unknown>) => unknown> = {}): { app: AppBridge; posted: Posted[]; said: string[] } {
  const posted: Posted[] = [];
  const said: string[] = [];
  const hooks: BridgeHooks = {
    onSandboxReady: () => said.push("sandbox ready"),
    onInitialized: () => said.push("initialized"),
    onSize: (size) => said.push(`size ${size.height}`),
    onProblem: (text) => said.push(`problem ${text}`),
    onClosing: () => said.push("closing"),
    onLeft: () => said.push("left"),
    onMessage: () => undefined,
  };
  return { app: new AppBridge((message) => posted.push(message as Posted), handlers, hooks), posted, said };
}

const initialized = { jsonrpc: "2.0", method: "ui/notifications/initialized" };

describe("The bridge to an app", () => {
  test("tells nothing before the app is initialized, then everything in order", async () => {
    const { app, posted } = bridge({ "ui/initialize": () => ({ protocolVersion: "2026-01-26" }) });
    app.notify("ui/notifications/tool-input", { arguments: { a: 1 } });
    app.notify("ui/notifications/tool-result", { content: [] });
    assert.equal(posted.length, 0);
    await app.receive({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: {} });
    await app.receive(initialized);
    assert.deepEqual(posted.map((one) => one.method ?? `answer ${String(one.id)}`), ["answer 1", "ui/notifications/tool-input", "ui/notifications/tool-result"]);
  });

  test("refuses what it does not know, and tells why something was refused", async () => {
    const { app, posted } = bridge({
      "ui/open-link": () => {
        throw new AppRefusal("Only http and https addresses are opened.");
      },
    });
    await app.receive({ jsonrpc: "2.0", id: "x", method: "sampling/createMessage" });
    await app.receive({ jsonrpc: "2.0", id: "y", method: "ui/open-link", params: {} });
    await app.receive({ jsonrpc: "2.0", id: "z", method: "toString" });
    assert.deepEqual(posted.map((one) => one.error?.code), [-32601, -32000, -32601]);
  });

  test("drops what is no message", async () => {
    const { app, posted, said } = bridge();
    for (const bad of [null, 3, "x", {}, { jsonrpc: "1.0", method: "x" }, { jsonrpc: "2.0", method: 3 }, { jsonrpc: "2.0", method: "x", id: {} }]) await app.receive(bad);
    assert.deepEqual([posted, said], [[], []]);
  });

  test("hears of sizes, problems and the wish to close", async () => {
    const { app, said } = bridge();
    await app.receive({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} });
    await app.receive({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: 120, width: "wide" } });
    await app.receive({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height: NaN } });
    await app.receive({ jsonrpc: "2.0", method: "ui/notifications/sandbox-app-problem", params: { text: "no" } });
    await app.receive({ jsonrpc: "2.0", method: "ui/notifications/request-teardown" });
    assert.deepEqual(said, ["sandbox ready", "size 120", "size undefined", "problem no", "closing"]);
  });

  test("waits for the app to end, but not for ever", async () => {
    const { app, posted } = bridge();
    await app.receive(initialized);
    const ended = app.teardown();
    await app.receive({ jsonrpc: "2.0", id: posted[0]!.id as string, result: {} });
    await ended;
    await app.teardown();
    assert.equal(posted.filter((one) => one.method === "ui/resource-teardown").length, 2);
  });
});

describe("The frame of an app", () => {
  test("may hold only what the rules of the app let its own frames hold", () => {
    assert.equal(frameRule("default-src 'none'; frame-src https://maps.example https://*.b.example; base-uri 'none'"), "frame-src https://maps.example https://*.b.example");
    for (const none of [undefined, null, 7, "", "default-src 'none'", "frame-src", "x-frame-src https://evil.example"]) assert.equal(frameRule(none), "frame-src 'none'");
  });

  test("reports errors after its rules and before anything of the app", () => {
    const rules = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
    for (const html of ["<html><head><script>1</script>", "<p>no head", "<!-- <head> --><body>"]) {
      const made = withReporter(rules + html, "5ec2e7");
      assert.ok(made.startsWith(`${rules}<script>(function(){`), made);
      assert.ok(made.endsWith(`</script>${html}`), made);
    }
  });

  /** What runs before an app, what it hears, and what it has told the frame around it. */
  function reporter(): { parent: object; heard: Map<string, (event: object) => void>; told: () => unknown } {
    const script = /<script>(.*?)<\/script>/s.exec(withReporter("<head>", "5ec2e7"))![1]!;
    const told: unknown[] = [];
    const parent = { postMessage: (message: unknown) => void told.push(message) };
    const heard = new Map<string, (event: object) => void>();
    runInNewContext(script, {
      parent,
      document: { currentScript: { remove: () => undefined } },
      addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
      HTMLFormElement: { prototype: {} },
    });
    return { parent, heard, told: () => JSON.parse(JSON.stringify(told)) };
  }

  test("is told of what a person presses and types, and of nothing that a script does", () => {
    const { heard, told } = reporter();
    for (const input of ["pointerdown", "keydown"]) {
      heard.get(input)!({ isTrusted: false });
      heard.get(input)!({ isTrusted: true });
    }
    assert.deepEqual(told(), [{ fairleadInput: "pointerdown", secret: "5ec2e7" }, { fairleadInput: "keydown", secret: "5ec2e7" }]);
  });

  test("is asked whether it is still there by the frame around it alone, with what nobody could know", () => {
    const { parent, heard, told } = reporter();
    const ask = (event: object): void => heard.get("message")!({ stopImmediatePropagation: () => undefined, isTrusted: true, source: parent, ...event });
    ask({ isTrusted: false, data: { fairleadStill: "made up by the app" } });
    ask({ source: {}, data: { fairleadStill: "asked by somebody else" } });
    ask({ data: { fairleadStill: 1 } });
    ask({ data: null });
    assert.deepEqual(told(), []);
    ask({ data: { fairleadStill: "made up by the frame" } });
    assert.deepEqual(told(), [{ fairleadStill: "made up by the frame", secret: "5ec2e7" }]);
  });

  test("is gone when another document came into it: nothing is told to that one", async () => {
    const { app, posted, said } = bridge();
    await app.receive(initialized);
    await app.receive({ jsonrpc: "2.0", method: "ui/notifications/sandbox-app-left", params: {} });
    app.notify("ui/notifications/tool-result", { content: [] });
    await app.teardown();
    assert.deepEqual(posted, []);
    assert.deepEqual(said, ["initialized", "left"]);
  });
});

describe("An app", () => {
  const answer = (html: string): AppDocument => ({ html, csp: "frame-src 'none'", permissions: ["camera"], agreed: true });
  const same = (left: readonly string[], right: readonly string[]): boolean => left.every((one, index) => Object.is(one, right[index]));

  test("goes on while its call has news and while the page reconnects", () => {
    const first = startedFrom({ uri: "ui://a" }, answer("<p>1"), "http://127.0.0.1:1");
    assert.ok(same(first, startedFrom({ uri: "ui://a" }, answer("<p>1"), "http://127.0.0.1:1")));
    assert.ok(!same(first, startedFrom({ uri: "ui://a" }, answer("<p>2"), "http://127.0.0.1:1")));
    assert.ok(!same(first, startedFrom({ uri: "ui://a" }, { ...answer("<p>1"), permissions: [] }, "http://127.0.0.1:1")));
  });

  test("covers the console only while somebody uses it", () => {
    assert.equal(grantedMode("fullscreen", "inline", false), "inline");
    assert.equal(grantedMode("fullscreen", "inline", true), "fullscreen");
    assert.equal(grantedMode("inline", "fullscreen", false), "inline");
    assert.equal(grantedMode("pip", "fullscreen", true), "fullscreen");
  });

  test("gets what the protocol names, in the browser's words, and nothing else", () => {
    assert.equal(allowed(["camera", "clipboardWrite", "usb", "__proto__", "fullscreen *"]), "focus-without-user-activation 'none'; camera; clipboard-write");
    assert.equal(allowed(null), "focus-without-user-activation 'none'");
    assert.equal(permissionWords("clipboardWrite"), "writing to your clipboard");
  });
});

describe("What an app is given", () => {
  test("is plain and as the protocol writes it", () => {
    assert.deepEqual(plainValue(readJson('{"a":1.0,"b":[12345678901234567890]}')), { a: 1, b: [12345678901234567000] });
    assert.deepEqual(mcpResult({ content: [{ type: "image", mime: "image/png", data: "AA==" }, { type: "resource", uri: "x://y", text: "t", mime: "text/plain" }], structured: { s: 1 } }), {
      content: [
        { type: "image", data: "AA==", mimeType: "image/png" },
        { type: "resource", resource: { uri: "x://y", mimeType: "text/plain", text: "t" } },
      ],
      structuredContent: { s: 1 },
      isError: false,
    });
  });
});
