import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { hasTexts, keepDraft, keepDraftList, readDraftList } from "../src/state/drafts.ts";
import { inWritten } from "../src/tools/verdict.ts";

interface Named {
  name: string;
}

const isNamed = (value: unknown): value is Named => hasTexts(value, "name");

describe("Drafts that are lists", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      value: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, text: string) => kept.set(key, text),
        removeItem: (key: string) => kept.delete(key),
      },
    });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, "sessionStorage"));

  test("come back as they were", () => {
    keepDraftList("x", [{ name: "one" }, { name: "two" }]);
    assert.deepEqual(readDraftList("x", isNamed), [{ name: "one" }, { name: "two" }]);
  });

  test("leave nothing behind when they are empty", () => {
    keepDraftList("x", [{ name: "one" }]);
    keepDraftList("x", []);
    assert.equal(kept.size, 0);
  });

  test("leave out what is none of them", () => {
    keepDraft("x", '[{"name":"one"},{"name":2},null,"name"]');
    assert.deepEqual(readDraftList("x", isNamed), [{ name: "one" }]);
    keepDraft("x", '{"name":"one"}');
    assert.deepEqual(readDraftList("x", isNamed), []);
  });
});

describe("A verdict before sending", () => {
  const problem = (path: string): { path: string; message: string } => ({ path, message: "no" });

  test("marks what was written, and not what is still missing", () => {
    const value = { a: 1, "x/y": { list: [1, 2] } };
    const problems = [problem("/a"), problem("/b"), problem("/x~1y/list/1"), problem("/x~1y/list/2"), problem("")];
    assert.deepEqual(inWritten(problems, value).map((one) => one.path), ["/a", "/x~1y/list/1"]);
  });
});
