import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { LogLine } from "../src/api/types.ts";
import { isNews, LOG_ROWS, logRows, logText } from "../src/servers/logLines.ts";

const line = (text: string, stream: LogLine["stream"] = "stderr"): LogLine => ({ at: 0, stream, text });

describe("The log of a server", () => {
  test("has every line on a row of its own, and hides nothing", () => {
    const { rows } = logRows([line("one\ntwo\r\n"), line("th\u202Eree")], "", "");
    assert.deepEqual(rows.map((row) => [row.text, row.at]), [["one", 0], ["two", null], ["th\\u202Eree", 0]]);
  });

  test("is narrowed to words and to a part", () => {
    const lines = [line("Traceback"), line("ready", "event"), line("info: TRACE on", "log")];
    assert.deepEqual(logRows(lines, "", "trace").rows.map((row) => row.text), ["Traceback", "info: TRACE on"]);
    assert.deepEqual(logRows(lines, "event", "").rows.map((row) => row.text), ["ready"]);
    assert.deepEqual(logRows(lines, "event", "trace").rows, []);
  });

  test("keeps to the newest, and says how many are left out", () => {
    const { rows, left } = logRows(Array.from({ length: LOG_ROWS + 7 }, (_, index) => line(String(index))), "", "");
    assert.equal(rows.length, LOG_ROWS);
    assert.equal(left, 7);
    assert.equal(rows[0]?.text, "7");
  });

  test("is copied as it is shown", () => assert.match(logText(logRows([line("one\ntwo")], "", "").rows), /^\d\d:\d\d:\d\d\.\d{3} stderr one\n {4}two$/));

  test("is asked for again when its server says something, and not for others", () => {
    assert.ok(isNews("log", { server: "a" }, "a"));
    assert.ok(isNews("server", { id: "a" }, "a"));
    assert.ok(isNews("traffic", { rows: [{ server: "b", kind: "error-output" }, { server: "a", kind: "error-output" }] }, "a"));
    assert.ok(!isNews("traffic", { rows: [{ server: "a", kind: "request" }] }, "a"));
    assert.ok(!isNews("log", { server: "b" }, "a"));
    assert.ok(!isNews("chat", { id: "a" }, "a"));
  });
});
