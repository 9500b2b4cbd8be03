import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readEvents } from "../src/state/events.ts";

async function read(...parts: (string | Uint8Array)[]): Promise<[string, string][]> {
  const bytes = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === "string" ? bytes.encode(part) : part);
      controller.close();
    },
  });
  const events: [string, string][] = [];
  await readEvents(body, (type, data) => events.push([type, data]));
  return events;
}

describe("Events", () => {
  const text = 'retry: 500\n\nid: r-1\nevent: call\ndata: {"a":"é👍"}\n\n: here\n\nid: r-2\nevent: log\ndata: 1\ndata: 2\n\ndata:bare\n\n';
  const expected: [string, string][] = [["call", '{"a":"é👍"}'], ["log", "1\n2"], ["message", "bare"]];

  test("are read whatever ends their lines", async () => {
    for (const end of ["\n", "\r\n", "\r"]) assert.deepEqual(await read(text.replaceAll("\n", end)), expected, JSON.stringify(end));
  });
  test("are read however they are cut", async () => {
    for (const end of ["\n", "\r\n"]) {
      const bytes = new TextEncoder().encode(text.replaceAll("\n", end));
      for (let size = 1; size < 9; size++) {
        const parts: Uint8Array[] = [];
        for (let from = 0; from < bytes.length; from += size) parts.push(bytes.slice(from, from + size));
        assert.deepEqual(await read(...parts), expected, `${size}`);
      }
    }
  });
  test("that are not whole are not told", async () => assert.deepEqual(await read("event: call\ndata: 1\n\nevent: call\ndata: 2\n"), [["call", "1"]]));
  test("of many parts are put together in good time", async () => {
    const part = "x".repeat(1000);
    const [[, data] = ["", ""]] = await read("data: ", ...Array.from({ length: 5_000 }, () => part), "\n\n");
    assert.equal(data.length, 5_000_000);
  });
  test("end with an error where the connection breaks", async () => {
    const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new TypeError("reset")) });
    await assert.rejects(readEvents(broken, () => undefined), /reset/);
  });
});
