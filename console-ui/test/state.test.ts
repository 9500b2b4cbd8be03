import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { readAnswer } from "../src/api/read.ts";
import type { Call, ChatItem, LoginFlow, Row, Server } from "../src/api/types.ts";
import { parseRoute, hashOf } from "../src/app/route.ts";
import { handOver, takeHandedOver } from "../src/chat/handOver.ts";
import { keyName } from "../src/app/keys.ts";
import { addText, isBehind, mergeLoaded, putItem } from "../src/chat/items.ts";
import { wordBefore } from "../src/chat/Proposals.tsx";
import { loaded, nothingYet } from "../src/state/model.ts";
import { reduce, withoutEndedLogin } from "../src/state/reduce.ts";
import { waitBefore } from "../src/state/stream.ts";
import { everything, filterRows, type TrafficFilter } from "../src/traffic/filter.ts";
import { ROWS_KEPT, TrafficLog } from "../src/traffic/log.ts";

const server = (id: string, more: Partial<Server> = {}): Server => ({ id, name: id, transport: "stdio", state: "connected", ...more });
const call = (id: string, more: Partial<Call> = {}): Call => ({ id, server: "s", tool: "t", state: "running", ...more });

describe("Events change the state", () => {
  test("a server appears, changes and goes", () => {
    let state = reduce(nothingYet, "server", server("a"));
    state = reduce(state, "server", server("b"));
    state = reduce(state, "server", server("a", { state: "error", reason: "no" }));
    assert.deepEqual(state.servers.map((one) => [one.id, one.state]), [["a", "error"], ["b", "connected"]]);
    assert.deepEqual(reduce(state, "server-gone", { id: "a" }).servers.map((one) => one.id), ["b"]);
  });

  test("what is wrong with the configuration is what was told last", () => {
    const broken = { problems: [{ severity: "error", text: "fairlead.json:3: oops" }], left: 0 };
    const state = reduce(nothingYet, "problems", broken);
    assert.deepEqual(state.configuration, broken);
    assert.deepEqual(reduce(state, "problems", { problems: [], left: 0 }).configuration.problems, []);
  });

  test("progress belongs to its call", () => {
    const state = reduce(reduce(nothingYet, "call", call("c")), "progress", { call: "c", progress: 1, total: 2, message: "half" });
    assert.deepEqual(state.calls.get("c")?.progress, { progress: 1, total: 2, message: "half" });
    assert.equal(reduce(nothingYet, "progress", { call: "x", progress: 1 }), nothingYet);
  });

  test("a login that has ended is not shown to who looks next", () => {
    const at = (state: LoginFlow["state"]): typeof nothingYet => reduce(nothingYet, "login", { server: "a", state, steps: [] });
    assert.equal(withoutEndedLogin(at("done"), "a").logins.size, 0);
    assert.equal(withoutEndedLogin(at("failed"), "a").logins.size, 0);
    assert.equal(withoutEndedLogin(at("waiting"), "a").logins.size, 1);
    assert.equal(withoutEndedLogin(at("done"), "b").logins.size, 1);
  });

  test("an unknown event changes nothing", () => assert.equal(reduce(nothingYet, "from-the-future", {}), nothingYet));

  test("old calls make room", () => {
    let state = nothingYet;
    for (let index = 0; index < 450; index++) state = reduce(state, "call", call(`c${index}`));
    assert.equal(state.calls.size, 400);
    assert.ok(state.calls.has("c449") && !state.calls.has("c0"));
  });

  test("loading all of it anew makes what was fetched old", () => {
    const whole = { seq: "r-1", servers: [server("a")], models: [], chats: [], calls: [], questions: [], approvals: [], tasks: [], saved: [], settings: {} };
    const state = loaded({ ...nothingYet, link: "away" }, whole);
    assert.equal(state.link, "live");
    assert.equal(state.generation, 1);
  });

  test("waits longer the more often it failed, and never long", () => {
    assert.deepEqual([0, 1, 2, 20].map(waitBefore), [500, 1000, 2000, 3000]);
  });
});

describe("A chat that is opened while it runs", () => {
  const item = (id: string, text: string, streaming = false): ChatItem => ({ id, type: "assistant", text, streaming });

  test("takes what came meanwhile without going back", () => {
    const merged = mergeLoaded([item("1", "whole"), item("2", "half way", true)], [item("2", "", true), item("3", "new", true), item("1", "whole, changed")]);
    assert.deepEqual(merged.map((one) => one.text), ["whole, changed", "half way", "new"]);
  });

  test("adds text where it belongs, once", () => {
    const items = putItem([], item("1", "ab", true));
    const text = (delta: string, from: number, id = "1"): string | null | undefined => addText(items, { item: id, delta, from })[0]?.text;
    assert.equal(text("c", 2), "abc");
    assert.equal(text("b", 1), "ab");
    assert.equal(text("bcd", 1), "abcd");
    assert.equal(text("d", 3), "ab");
    assert.equal(addText(items, { item: "9", delta: "c", from: 0 }), items);
  });

  test("loses no piece that came while it was loading", () => {
    const parts = [{ item: "1", delta: " two", from: 3 }, { item: "1", delta: " three", from: 7 }, { item: "1", delta: " four", from: 13 }];
    const merged = mergeLoaded([item("1", "one two", true)], [], parts);
    assert.equal(merged[0]?.text, "one two three four");
    const ended = mergeLoaded([item("1", "one", true)], [item("1", "one two three four")], parts);
    assert.deepEqual(ended, [item("1", "one two three four")]);
  });

  test("notices that something is missing", () => {
    const items = [item("1", "ab", true)];
    assert.ok(isBehind(items, { item: "1", delta: "d", from: 3 }));
    assert.ok(isBehind(items, { item: "2", delta: "d", from: 0 }));
    assert.ok(!isBehind(items, { item: "1", delta: "b", from: 1 }));
  });

  test("knows what asks for prompts and resources", () => {
    assert.deepEqual(wordBefore("/gre"), { sign: "/", typed: "gre", start: 0 });
    assert.deepEqual(wordBefore("look at @re"), { sign: "@", typed: "re", start: 8 });
    assert.equal(wordBefore("a/b"), null);
    assert.equal(wordBefore("me@example"), null);
  });
});

describe("The traffic", () => {
  const row = (id: number, more: Partial<Row> = {}): Row => ({ id: `t${id}`, at: id, server: "s", direction: "out", kind: "request", status: "open", method: "tools/call", ...more });

  test("keeps the newest rows, and changes them in place", () => {
    const log = new TrafficLog((work) => work());
    log.add(Array.from({ length: ROWS_KEPT + 500 }, (_, index) => row(index)));
    assert.equal(log.all().length, ROWS_KEPT);
    assert.equal(log.all()[0]?.id, "t500");
    log.add([row(600, { status: "ok" })]);
    assert.equal(log.find("t600")?.status, "ok");
    assert.equal(log.all().length, ROWS_KEPT);
    assert.equal(log.find("t3"), undefined);
  });

  test("is read as fast as the browser can, with the same outcome", () => {
    const rows = Array.from({ length: 50 }, (_, index) => row(index, { tookMs: index * 0.37, bytes: index, http: { status: 200, url: "https://x.example/mcp" } }));
    const parse = mock.method(JSON, "parse");
    try {
      assert.deepEqual(readAnswer(JSON.stringify({ rows, missed: 0 })), { rows, missed: 0 });
      assert.equal(parse.mock.callCount(), 1);
      readAnswer('{"calls":[{"arguments":{"n":1.0}}]}');
      assert.equal(parse.mock.callCount(), 1, "numbers of peers keep their spelling");
    } finally {
      parse.mock.restore();
    }
  });

  test("tells its readers once for many rows", () => {
    const work: (() => void)[] = [];
    const log = new TrafficLog((one) => work.push(one));
    let told = 0;
    log.subscribe(() => told++);
    for (let index = 0; index < 100; index++) log.add([row(index)]);
    assert.equal(work.length, 1);
    work[0]!();
    assert.equal(told, 1);
  });

  test("is narrowed by every filter", () => {
    const passes = (row_: Row, filter: TrafficFilter, name_: () => string): boolean => filterRows([row_], filter, name_).length === 1;
    const name = (): string => "Demo";
    const one = row(1, { status: "error", http: { status: 404, url: "https://x.example/mcp" } });
    assert.ok(passes(one, everything, name));
    assert.ok(passes(one, { ...everything, text: "X.EXAMPLE" }, name));
    assert.ok(passes(one, { ...everything, text: "demo", status: "error", direction: "out", server: "s", kind: "request" }, name));
    assert.ok(!passes(one, { ...everything, status: "ok" }, name));
    assert.ok(!passes(one, { ...everything, text: "initialize" }, name));
  });
});

describe("Addresses and keys", () => {
  test("a route survives whatever is in a name", () => {
    const hash = hashOf("tools", "a/b", "<img>#%");
    assert.deepEqual(parseRoute(hash), { area: "tools", path: ["a/b", "<img>#%"] });
    assert.deepEqual(parseRoute("#/nowhere/%E0%A4%A"), { area: "tools", path: ["%E0%A4%A"] });
  });

  test("keys have one name on every system", () => {
    assert.equal(keyName({ key: "K", ctrlKey: true, metaKey: false, altKey: false }), "mod+k");
    assert.equal(keyName({ key: "k", ctrlKey: false, metaKey: true, altKey: false }), "mod+k");
    assert.equal(keyName({ key: "Escape", ctrlKey: false, metaKey: false, altKey: false }), "Escape");
  });
});

describe("A prompt for a new chat", () => {
  test("is handed over in the page, once; an address alone brings none", () => {
    assert.deepEqual(parseRoute("#/chat/new/prompt/s/p/%7B%7D"), { area: "chat", path: ["new", "prompt", "s", "p", "{}"] });
    assert.equal(takeHandedOver(), null);
    handOver({ server: "s", name: "p", arguments: {} });
    assert.deepEqual(takeHandedOver(), { server: "s", name: "p", arguments: {} });
    assert.equal(takeHandedOver(), null);
  });
});
