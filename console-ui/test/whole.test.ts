import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { readJsonCalmly } from "../src/json/read.ts";
import { Kept } from "../src/viewers/kept.ts";
import { wholeText } from "../src/viewers/whole.ts";
import { answering } from "./reach.ts";

describe("A text that comes in parts", () => {
  let leave: () => void = () => undefined;
  afterEach(() => leave());
  const all = "ab👍".repeat(100);
  const source = { key: "k", total: all.length, path: (from: number): string => `/${from}` };

  test("is put together to the last character, however small the parts", async () => {
    leave = answering((path) => Promise.resolve(Response.json({ text: all.slice(Number(path.slice(1)), Number(path.slice(1)) + 7) })));
    assert.equal(await wholeText(source), all);
  });

  test("is not fetched further when nobody looks at it any more", async () => {
    const stop = new AbortController();
    let asked = 0;
    leave = answering((_, init) => {
      if (++asked === 2) stop.abort();
      return init?.signal?.aborted ? Promise.reject(new DOMException("gone", "AbortError")) : Promise.resolve(Response.json({ text: "x" }));
    });
    await assert.rejects(wholeText(source, stop.signal));
    assert.equal(asked, 2);
  });

  test("is not read further, either", async () => {
    const stop = new AbortController();
    const read = readJsonCalmly(`[${"1,".repeat(2_000_000)}1]`, stop.signal, 1);
    stop.abort();
    await assert.rejects(read, { name: "AbortError" });
  });

  test("of any size is not fetched at all", async () => {
    leave = answering(() => assert.fail("fetched"));
    await assert.rejects(wholeText({ ...source, total: 1e9 }), /download it/);
  });
});

describe("What is kept", () => {
  test("weighs only so much; what was used longest ago goes", () => {
    const kept = new Kept<string>(10);
    kept.put("a", "A", 4);
    kept.put("b", "B", 4);
    assert.equal(kept.get("a"), "A");
    kept.put("c", "C", 4);
    assert.deepEqual(["a", "b", "c"].filter((key) => kept.has(key)), ["a", "c"]);
    kept.put("huge", "H", 11);
    assert.equal(kept.has("huge"), false);
    kept.put("a", "A2", 9);
    assert.deepEqual([kept.get("a"), kept.has("c")], ["A2", false]);
  });
});
