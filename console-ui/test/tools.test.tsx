import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { MantineProvider } from "@mantine/core";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Call, Server, ServerMetrics, Tool } from "../src/api/types.ts";
import { CallCard } from "../src/calls/CallCard.tsx";
import { callFacts, timing } from "../src/calls/words.ts";
import { callsFirst } from "../src/dashboard/DashboardArea.tsx";
import { problemsWords } from "../src/schema/problems.ts";
import { TextField } from "../src/schema/TextField.tsx";
import { ConnectButton } from "../src/servers/ConnectButton.tsx";
import { connectedWords, toolCount, whyNoTools } from "../src/servers/toolCounts.ts";
import { canDisconnect } from "../src/servers/words.ts";
import { nothingYet } from "../src/state/model.ts";
import { store } from "../src/state/store.ts";
import { ArgumentEditor } from "../src/tools/ArgumentEditor.tsx";
import { ChosenTools } from "../src/tools/chosen.ts";
import { GoneTool } from "../src/tools/GoneTool.tsx";
import { Starts } from "../src/tools/starts.ts";
import { ToolPane } from "../src/tools/ToolPane.tsx";

const html = (shown: ReactElement): string => renderToStaticMarkup(<MantineProvider>{shown}</MantineProvider>);
const crash: Tool = { server: "s", name: "crash", inputSchema: { type: "object" } };
const server = (more: Partial<Server>): Server => ({ id: "s", name: "fragile", transport: "stdio", state: "connected", ...more });

describe("What is wrong with arguments", () => {
  test("is told as a list within an alert, and the time limit with it", () => {
    const nothing = (): void => undefined;
    const given = { value: {}, text: "{}", broken: null, setValue: nothing, setText: nothing, reset: nothing };
    const run = { run: () => Promise.resolve(true), busy: false, error: null, clear: nothing };
    const limit = { text: "x", setText: nothing, usual: "60", ms: undefined, problem: "Seconds." };
    const problems = [{ path: "/a", message: "is missing" }, { path: "/b/0", message: "must be string, is 1" }];
    const shown = html(<ArgumentEditor tool={crash} gone={false} given={given} problems={problems} verdict={null} onChanged={nothing} onUnfinished={nothing} run={run} start={nothing} running={0} limit={limit} />);
    assert.match(shown, /<div role="alert"><ul class="problems" aria-label="Problems"><li/);
    assert.match(shown, />the argument &#x27;a&#x27; is missing</);
    assert.match(shown, />the argument &#x27;b\[0\]&#x27; must be string, is 1</);
    assert.doesNotMatch(shown, /<(ul|summary)[^>]* role=/);
    assert.match(shown, /<input[^>]*placeholder="60"[^>]*aria-label="Time limit in seconds"|<input[^>]*aria-label="Time limit in seconds"[^>]*placeholder="60"/);
    assert.match(shown, /Seconds\./);
  });
});

describe("A call by hand", () => {
  const starts = new Starts();
  let begun = 0;
  let taken = (): void => undefined;
  const press = (timeStamp: number): void => starts.begin({ timeStamp }, () => (begun++, new Promise<void>((done) => (taken = done))));

  test("is made once, however it is pressed twice", async () => {
    press(1_000);
    assert.equal(begun, 1);
    press(3_000); // The backend has not taken the first yet.
    assert.equal(begun, 1);
    taken();
    await new Promise((done) => setTimeout(done, 0));
    press(3_499);
    press(3_900);
    assert.equal(begun, 1);
    press(4_400);
    assert.equal(begun, 2);
  });
});

describe("All that is wrong with arguments", () => {
  test("is said in a line, and not without end", () => {
    assert.equal(problemsWords([{ path: "", message: "Arguments are a JSON object: { … }" }]), "arguments: Arguments are a JSON object: { … }");
    assert.equal(
      problemsWords([{ path: "/x~1y/z", message: "is missing" }, { path: "/t/3", message: "Not JSON" }]),
      "the argument 'x/y.z' is missing; the argument 't[3]': Not JSON",
    );
    const many = Array.from({ length: 9 }, (_, index) => ({ path: `/a${index}`, message: "is missing" }));
    assert.match(problemsWords(many), /'a4' is missing; and 4 more problems$/);
  });
});

describe("The time of a call", () => {
  const call: Call = { id: "c", server: "s", tool: "add", state: "success", tookMs: 5_010, wireMs: 8, waitedMs: 5_000 };
  test("is that without those who were asked, who are told apart", () => {
    assert.equal(callFacts(call), "10 ms");
    assert.equal(timing(call), "at the wire 8 ms, in all 5.0 s, 5.0 s of it waiting for you");
    assert.equal(callFacts({ ...call, waitedMs: 0 }), "5.0 s");
    assert.equal(callFacts({ ...call, state: "running", tookMs: null }), "");
  });
});

describe("A server", () => {
  test("that is tried again by itself can be told to stop that", () => {
    assert.ok(canDisconnect(server({ state: "error", nextTryAt: 1 })));
    assert.ok(!canDisconnect(server({ state: "error", nextTryAt: null })));
    assert.ok(canDisconnect(server({ state: "connecting" })));
    assert.ok(!canDisconnect(server({ state: "disconnected" })));
  });
});

describe("How many servers are connected", () => {
  afterEach(() => store.change(() => nothingYet));
  test("is not known while nobody tells it", () => {
    store.change((state) => ({ ...state, link: "live", servers: [server({}), server({ id: "t" })] }));
    assert.match(html(<ConnectButton />), /connected-count">2<.* connected</);
    for (const link of ["away", "stranger", "no-session"] as const) {
      store.change((state) => ({ ...state, link }));
      const shown = html(<ConnectButton />);
      assert.match(shown, /connected-count">\?</);
      assert.doesNotMatch(shown, />2<|\d connected/);
    }
  });
});

describe("A call that ran when the console was killed", () => {
  test("is shown as failed, and that nobody knows what became of it", () => {
    const error = { code: "interrupted", message: "The console ended before this call did.", hint: "Nobody can know whether the server carried it out." };
    const shown = html(<CallCard call={{ id: "c", server: "s", tool: "crash", state: "failed", error }} open />);
    assert.match(shown, /aria-label="Call of crash on s, failed"/);
    assert.match(shown, /The console ended before this call did\./);
    assert.match(shown, /Nobody can know whether the server carried it out\./);
  });
});

describe("Why there are no tools", () => {
  const cases: [string, Server[], string | undefined][] = [
    ["No server is connected. Connect one with the button at the top right.", [], undefined],
    ["No server is connected.", [server({ state: "disconnected" })], undefined],
    ["Servers are connecting; their tools are not listed yet.", [server({ state: "connecting" })], undefined],
    ["Servers are connecting; their tools are not listed yet.", [server({ tools: null })], undefined],
    ["The connected servers have no tools.", [server({ tools: 0 })], undefined],
    ["s has no tools.", [server({ tools: 0 })], "s"],
    ["s is not connected.", [server({ state: "error" })], "s"],
  ];
  for (const [words, servers, only] of cases) {
    test(words, () => assert.equal(whyNoTools(servers, servers.find((one) => one.id === only)), words));
  }

  test("is told of a server by what is known of it", () => {
    assert.equal(toolCount(server({ tools: 0 })), "0 tools");
    assert.equal(toolCount(server({ tools: null, state: "connecting" })), "tools not listed yet");
    assert.equal(toolCount(server({ tools: null, state: "disconnected" })), "tools not known");
    assert.equal(connectedWords([server({ tools: 2 }), server({ tools: 1 })]), "2 servers with 3 tools connected.");
    assert.equal(connectedWords([server({ tools: 2 }), server({ tools: null })]), "2 servers connected, whose tools are still being listed.");
  });
});

describe("The dashboard", () => {
  test("begins with the servers that were called", () => {
    const metrics = (id: string, calls: number): ServerMetrics => ({ server: id, calls, errors: 0 }) as ServerMetrics;
    assert.deepEqual(callsFirst([metrics("a", 0), metrics("b", 2), metrics("c", 0), metrics("d", 1)]).map((one) => one.server), ["b", "d", "a", "c"]);
  });
});

describe("A field for text", () => {
  const field = (value: string): string => {
    const props = { schema: { type: "string" }, path: "/a", name: "a", required: false, value, onChange: () => undefined };
    return html(<TextField {...props} shape={{ kind: "text", format: null, long: false }} />);
  };

  test("has several lines as soon as its value has", () => {
    assert.match(field("one"), /<input/);
    assert.match(field("one\ntwo"), /<textarea/);
  });
});

describe("A tool that leaves the list while it is looked at", () => {
  afterEach(() => store.change(() => nothingYet));

  test("is shown as it was last", () => {
    const chosen = new ChosenTools();
    assert.deepEqual(chosen.find([crash], "s", "crash"), { tool: crash, gone: false });
    const after = chosen.find([], "s", "crash");
    assert.equal(after?.gone, true);
    assert.equal(after?.tool, crash);
    assert.deepEqual(chosen.find([crash], "s", "crash"), { tool: crash, gone: false });
  });

  test("is known by its name where this page never saw it", () => {
    assert.deepEqual(new ChosenTools().find([], "s", "crash"), { tool: { server: "s", name: "crash" }, gone: true });
    assert.equal(new ChosenTools().find([crash], "s", undefined), undefined);
  });

  test("keeps its call, with the reason, and offers to reconnect", () => {
    store.change((state) => ({
      ...state,
      servers: [server({ state: "error", reason: "It stopped with code 137." })],
      calls: new Map([["c", { id: "c", server: "s", tool: "crash", state: "failed", error: { message: "The server went away." } }]]),
    }));
    const shown = html(<ToolPane tool={crash} gone saved={undefined} shownCall={undefined} />);
    assert.match(shown, /aria-label="Call of crash on fragile, failed"/);
    assert.match(shown, /The server went away\./);
    assert.match(shown, /Server not connected: fragile \(failed\)/);
    assert.match(shown, /It stopped with code 137\./);
    assert.match(shown, /aria-label="Reconnect fragile"/);
    assert.match(shown, /<button[^>]*type="submit"[^>]*disabled/);
  });

  test("is said to be gone where its server is there", () => {
    store.change((state) => ({ ...state, servers: [server({})] }));
    assert.match(html(<GoneTool tool={crash} />), /fragile has no tool of this name any more/);
  });
});
