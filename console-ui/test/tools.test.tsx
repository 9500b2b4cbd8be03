import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { MantineProvider } from "@mantine/core";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Server, Tool } from "../src/api/types.ts";
import { nothingYet } from "../src/state/model.ts";
import { store } from "../src/state/store.ts";
import { ArgumentEditor } from "../src/tools/ArgumentEditor.tsx";
import { ChosenTools } from "../src/tools/chosen.ts";
import { GoneTool } from "../src/tools/GoneTool.tsx";
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
    const problems = [{ path: "/a", message: "is required" }, { path: "/b", message: "is required" }];
    const shown = html(<ArgumentEditor tool={crash} gone={false} given={given} problems={problems} verdict={null} onChanged={nothing} onUnfinished={nothing} run={run} running={0} limit={limit} />);
    assert.match(shown, /<div role="alert"><ul class="problems" aria-label="Problems"><li/);
    assert.doesNotMatch(shown, /<(ul|summary)[^>]* role=/);
    assert.match(shown, /<input[^>]*placeholder="60"[^>]*aria-label="Time limit in seconds"|<input[^>]*aria-label="Time limit in seconds"[^>]*placeholder="60"/);
    assert.match(shown, /Seconds\./);
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
