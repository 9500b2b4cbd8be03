import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askingFor } from "../src/apps/ask.ts";
import { filesIn } from "../src/apps/files.ts";
import { requestHandlers } from "../src/apps/requests.tsx";
import { slim } from "../src/apps/traffic.ts";
import type { Call } from "../src/api/types.ts";
import { ConfirmationQueue } from "../src/ui/confirmations.ts";
import { answering } from "./reach.ts";

describe("A question to the person", () => {
  test("stays as it is until it is answered; the next one waits", async () => {
    const queue = new ConfirmationQueue();
    const first = queue.ask({ title: "harmless", body: null, yes: "Yes" });
    const shown = queue.current();
    const second = queue.ask({ title: "harmful", body: null, yes: "Yes" });
    assert.equal(queue.current(), shown);
    shown?.answer(true);
    shown?.answer(true);
    assert.equal(await first, true);
    assert.equal(queue.current()?.title, "harmful");
    queue.current()?.answer(false);
    assert.equal(await second, false);
    assert.equal(queue.current(), null);
  });

  test("of an app is refused while another is open, and after several noes", async () => {
    let open = true;
    let answer = false;
    const ask = askingFor(() => (open ? null : Promise.resolve(answer)));
    await assert.rejects(ask("t", null, "y"), /something else/);
    open = false;
    for (const said of [false, false, true, false, false, false]) {
      answer = said;
      assert.equal(await ask("t", null, "y"), said);
    }
    await assert.rejects(ask("t", null, "y"), /does not ask again/);
  });
});

describe("The traffic of an app", () => {
  test("tells a very long message by its size", () => {
    const message = { jsonrpc: "2.0", method: "m", params: { text: "x".repeat(300_000) } };
    assert.deepEqual(slim({ ...message, params: {} }), { jsonrpc: "2.0", method: "m", params: {} });
    assert.ok(JSON.stringify(slim(message)).length < 200);
  });
});

describe("What an app asks for", () => {
  const call: Call = { id: "c", server: "s", tool: "t", state: "success", chat: "x" };
  const asked: unknown[] = [];
  const handlers = requestHandlers(call, { uri: "ui://a" }, () => undefined, (...given) => {
    asked.push(given);
    return Promise.resolve(false);
  });

  test("is refused, not cut, where it is longer than somebody reads", async () => {
    await assert.rejects(async () => handlers["ui/message"]!({ content: [{ type: "text", text: "x".repeat(60_000) }] }), /longer than/);
    await assert.rejects(async () => handlers["ui/open-link"]!({ url: `https://example.org/${"x".repeat(9_000)}` }), /longer than/);
    await assert.rejects(async () => handlers["ui/message"]!({ content: [null, { type: "image" }] }), /missing/);
    assert.deepEqual(asked, []);
  });

  test("is not done when the person says no", async () => {
    assert.deepEqual(await handlers["ui/message"]!({ content: [{ type: "text", text: "hello" }] }), { isError: true });
    assert.deepEqual(await handlers["ui/open-link"]!({ url: "https://example.org/" }), { isError: true });
    assert.equal(asked.length, 2);
  });

  test("of tools has a bound, so that nobody is buried in decisions", async () => {
    const begun: string[] = [];
    const leave = answering(() => Promise.resolve(Response.json({ id: `app-call-${begun.push("call")}` })));
    try {
      const waiting = Array.from({ length: 8 }, () => handlers["tools/call"]!({ name: "t" }));
      await assert.rejects(async () => handlers["tools/call"]!({ name: "t" }), /try again later/);
      assert.equal(waiting.length, 8);
      while (begun.length < 8) await new Promise((go) => setImmediate(go));
    } finally {
      leave();
    }
  });

  test("as files is read before anybody is asked, under names that are only names", () => {
    const file = (uri: string): string => filesIn({ contents: [{ type: "resource", resource: { uri, text: "t" } }] })[0]!.name;
    assert.deepEqual(["a://b/c.txt", "x://../../.bashrc", "x://a/..", "x://a b\u202Etxt.exe"].map(file), ["c.txt", "_bashrc", "_", "a_b_txt.exe"]);
    assert.throws(() => filesIn({ contents: [{ type: "resource", resource: { uri: "a://b", blob: "%" } }] }), /no base64/);
    assert.throws(() => filesIn({ contents: [null, { type: "text" }] }), /Only embedded/);
  });
});
