import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { renderToStaticMarkup } from "react-dom/server";
import { ApiError } from "../src/api/client.ts";
import { away } from "../src/api/refusal.ts";
import type { Model, Server, WholeState } from "../src/api/types.ts";
import { modelForNewChat } from "../src/state/models.ts";
import { deliver, failureOf } from "../src/chat/send.ts";
import { refusedEntry, UnderstoodWords } from "../src/servers/ConnectField.tsx";
import { entryProblem } from "../src/servers/EditServer.tsx";
import { answerConsent } from "../src/servers/consent.ts";
import { askedOf, mayConnect } from "../src/servers/understanding.ts";
import { isStill } from "../src/state/action.ts";
import { loaded, nothingYet } from "../src/state/model.ts";
import { reduce } from "../src/state/reduce.ts";
import { store } from "../src/state/store.ts";
import { readLimit } from "../src/tools/timeLimit.ts";
import { consentTo, server } from "./fake/demo.ts";
import { reachFake, type Reached } from "./reach.ts";

let fake: Reached;
beforeEach(async () => {
  fake = await reachFake();
  store.change((state) => loaded(state, fake.console.state() as WholeState));
});
afterEach(async () => {
  store.change(() => nothingYet);
  await fake.stop();
});

const project = (): Server => store.get().servers.find((one) => one.id === "project")!;

describe("Consent", () => {
  test("names what was shown", async () => {
    const { seen } = project().consent!;
    await answerConsent(project(), true);
    assert.deepEqual(fake.sent.at(-1)?.body, { allow: true, seen });
    assert.equal(fake.console.servers.find((one) => one.id === "project")?.state, "connected");
  });

  test("to what has changed starts nothing, shows the new text, and is asked for again", async () => {
    fake.console.servers = fake.console.servers.map((one) => (one.id === "project" ? { ...one, consent: consentTo("rm -rf .") } : one));
    await assert.rejects(answerConsent(project(), true), (problem: unknown) => problem instanceof ApiError && problem.code === "changed");
    assert.equal(project().consent?.what, "rm -rf .");
    await answerConsent(project(), true);
    assert.equal(fake.console.servers.find((one) => one.id === "project")?.state, "connected");
  });

  test("is not needed for a no", async () => {
    await answerConsent({ ...project(), consent: { needed: true, what: "old", seen: "old" } }, false);
    assert.deepEqual(fake.sent.at(-1)?.body, { allow: false });
  });
});

describe("The model of a new chat", () => {
  const model = (id: string, ready = true, usual = false): Model => ({ id, label: id, provider: id, ready, usual });

  test("is the usual one, wherever it stands", () => assert.equal(modelForNewChat([model("demo"), model("gemini", true, true)], { model: null }), "gemini"));
  test("is the one in the settings while that is ready", () => {
    assert.equal(modelForNewChat([model("demo"), model("gemini", true, true)], { model: "demo" }), "demo");
    assert.equal(modelForNewChat([model("demo", true, true), model("gemini", false)], { model: "gemini" }), "demo");
    assert.equal(modelForNewChat([model("demo", true, true)], { model: "gone" }), "demo");
  });
  test("is none where there is none", () => assert.equal(modelForNewChat([], {}), ""));
});

describe("A time limit", () => {
  test("is written in seconds, up to a day", () => {
    assert.deepEqual(readLimit(" 2.5 "), { ms: 2500, problem: null });
    assert.deepEqual(readLimit("0,5"), { ms: 500, problem: null });
    assert.deepEqual(readLimit("86400"), { ms: 86_400_000, problem: null });
    assert.deepEqual(readLimit(" "), { ms: undefined, problem: null });
    for (const bad of ["0", "-1", "86401", "soon", "1e9", "0.0001"]) assert.notEqual(readLimit(bad).problem, null, bad);
  });
});

describe("What is connected", () => {
  const understood = { kind: "command" as const, words: "Starts a" };

  test("is only what was shown", () => {
    assert.ok(mayConnect({ text: "a", understood }, "a"));
    assert.ok(!mayConnect({ text: "a", understood }, "ab"), "the answer is about another text");
    assert.ok(!mayConnect(null, "a"), "there is no answer yet");
    assert.ok(!mayConnect({ text: "a", understood: { kind: "problem" } }, "a"));
    assert.ok(!mayConnect({ text: " ", understood }, " "));
  });

  test("is not what is up already; what is in the list and not up is reconnected, and the line says so", () => {
    const demo = { text: "demo", understood: { ...understood, servers: [{ name: "demo", transport: "stdio", what: "built in", there: "demo" }] } };
    const line = (servers: Server[]): string => renderToStaticMarkup(<UnderstoodWords understanding={demo} text="demo" servers={servers} refused={null} />).replace(/<[^>]*>/g, "");
    const list = (state: Server["state"]): Server[] => [server("other"), server("demo", { state })];
    assert.ok(!mayConnect(demo, "demo", list("connected")));
    assert.equal(line(list("connected")), "demo is connected already.");
    assert.equal(line(list("connecting")), "demo is being connected already.");
    for (const state of ["disconnected", "error", "login"] as const) {
      assert.ok(mayConnect(demo, "demo", list(state)), state);
      assert.equal(line(list(state)), "Reconnects demo, which is in the list. Starts a");
    }
    assert.equal(line([]), "Starts a", "it was removed in the meantime");
  });

  test("is not kept a second time where it stands in another file, and the line says so", () => {
    const demo = { text: "demo", understood: { ...understood, servers: [{ name: "demo", transport: "stdio", what: "built in", there: "demo" }] } };
    const list = (kind: "own" | "file"): Server[] => [server("demo", { state: "disconnected", source: { kind, words: "VS Code, .vscode/mcp.json" } })];
    assert.ok(mayConnect(demo, "demo", list("file"), false));
    assert.ok(!mayConnect(demo, "demo", list("file"), true));
    assert.ok(mayConnect(demo, "demo", list("own"), true));
    const line = renderToStaticMarkup(<UnderstoodWords understanding={demo} text="demo" servers={list("file")} keep refused={null} />).replace(/<[^>]*>/g, "");
    assert.match(line, /^demo is in the list already \(VS Code, .vscode\/mcp.json\), and is not kept a second time/);
  });

  test("is asked about again when the backend is back, and when another tab changes the list", () => {
    const state = { generation: 1, servers: [server("a")] };
    assert.equal(askedOf(state), askedOf({ generation: 1, servers: [server("a", { state: "error" })] }));
    assert.notEqual(askedOf(state), askedOf({ ...state, generation: 2 }));
    assert.notEqual(askedOf(state), askedOf({ ...state, servers: [server("a"), server("b")] }));
  });

  test("names the entry that was refused", () => {
    assert.equal(refusedEntry({ field: "servers.my.server" }), "my.server");
    assert.equal(refusedEntry({ field: "text" }), null);
    assert.equal(refusedEntry(null), null);
  });
});

describe("A message that is not taken", () => {
  const choice = { model: "demo", servers: null };

  test("by a chat that is there is a refusal", async () => {
    const { chat } = await deliver(undefined, choice, { text: "hello" });
    await assert.rejects(deliver(chat, choice, { text: "refuse this" }), ApiError);
    assert.equal(failureOf(chat), null);
  });

  test("by a chat that was just made belongs to that chat, with the reason", async () => {
    const { chat, sent } = await deliver(undefined, choice, { text: "refuse this" });
    assert.equal(sent, false);
    assert.equal(failureOf(chat)?.message, "The chat would not take it.");
    assert.deepEqual(await deliver(chat, choice, { text: "hello" }), { chat, sent: true });
    assert.equal(failureOf(chat), null);
  });
});

test("That the backend did not answer is forgotten once it is back; a refusal is not", () => {
  assert.ok(isStill(away(), 1, 1));
  assert.ok(!isStill(away(), 1, 2));
  assert.ok(isStill(new ApiError("no", "refused", 400), 1, 2));
  assert.ok(!isStill(null, 1, 1));
});

test("What is allowed for good is asked for again when it has changed", () => {
  assert.equal(reduce(nothingYet, "kept", {}).changes.kept, nothingYet.changes.kept + 1);
});

describe("An entry that is edited", () => {
  test("is told once what is wrong with it, before it is sent", () => {
    assert.equal(entryProblem('{"command": "python3"}'), null);
    assert.match(entryProblem('{"command": ')!, /^Line 1, column \d+: /);
    for (const other of ["", "  ", "[1]", '"python3"', "null"]) assert.match(entryProblem(other)!, /^An entry is a JSON object/, other);
  });
});
