import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { hasTexts, keepDraft, keepDraftList, leftAfter, moveDraft, readDraft, readDraftList, readTexts, writeTexts } from "../src/state/drafts.ts";
import { inWritten } from "../src/tools/verdict.ts";

interface Named {
  name: string;
}

const isNamed = (value: unknown): value is Named => hasTexts(value, "name");

describe("Drafts", () => {
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

  test("that are lists come back as they were", () => {
    keepDraftList("x", [{ name: "one" }, { name: "two" }]);
    assert.deepEqual(readDraftList("x", isNamed), [{ name: "one" }, { name: "two" }]);
  });

  test("that are lists leave nothing behind when they are empty", () => {
    keepDraftList("x", [{ name: "one" }]);
    keepDraftList("x", []);
    assert.equal(kept.size, 0);
  });

  test("move to another place whole", () => {
    keepDraft("chat.new", "two\nlines");
    moveDraft("chat.new", "chat.1");
    assert.equal(readDraft("chat.new"), null);
    assert.equal(readDraft("chat.1"), "two\nlines");
    moveDraft("chat.new", "chat.1");
    assert.equal(readDraft("chat.1"), "two\nlines", "nothing does not replace something");
  });

  test("with something secret are in the page alone", () => {
    keepDraft("entry", '{"env":{"KEY":"hidden"}}', null);
    assert.equal(readDraft("entry"), '{"env":{"KEY":"hidden"}}');
    assert.equal(kept.size, 0);
    keepDraft("entry", '{"a":1,"pin":"hidden"}', '{"a":1}');
    assert.equal(readDraft("entry"), '{"a":1,"pin":"hidden"}');
    assert.deepEqual([...kept.values()], ['{"a":1}']);
    keepDraft("entry", '{"a":1}');
    assert.equal(readDraft("entry"), '{"a":1}');
    keepDraft("entry", null);
    assert.equal(readDraft("entry"), null);
    assert.equal(kept.size, 0);
  });

  test("that are lists leave out what is none of them", () => {
    keepDraft("x", '[{"name":"one"},{"name":2},null,"name"]');
    assert.deepEqual(readDraftList("x", isNamed), [{ name: "one" }]);
    keepDraft("x", '{"name":"one"}');
    assert.deepEqual(readDraftList("x", isNamed), []);
  });
});

describe("What was typed", () => {
  test("is gone when it was sent, and stays where more was written since", () => {
    assert.equal(leftAfter("hello", "hello\n"), "");
    assert.equal(leftAfter("hello", "hello, and more"), "hello, and more");
    assert.equal(leftAfter("", "a message that was not what was sent"), "a message that was not what was sent");
  });

  test("by name keeps its line breaks, and leaves nothing behind when it is emptied", () => {
    const one = writeTexts({}, "who", "a\nb");
    assert.deepEqual(readTexts(one), { who: "a\nb" });
    assert.deepEqual(readTexts(writeTexts(readTexts(one), "tone", "kind")), { who: "a\nb", tone: "kind" });
    assert.equal(writeTexts(readTexts(one), "who", ""), "");
    assert.deepEqual(readTexts('["who"]'), {});
    assert.deepEqual(readTexts('{"who":1,"tone":"kind"}'), { tone: "kind" });
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
