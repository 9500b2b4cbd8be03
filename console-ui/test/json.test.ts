import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readAnswer } from "../src/api/read.ts";
import { JsonProblem, readJson, readJsonCalmly } from "../src/json/read.ts";
import { sameJson, SpelledNumber, type Json } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";

describe("JSON that is read and written", () => {
  for (const text of [
    "12345678901234567890",
    "1.0",
    "1e400",
    "-0",
    "0.1000",
    '{"a":9007199254740993,"b":[1E+2,true,null,"\\u2028"]}'.replace("\\u2028", "x"),
    "[[[[]]],{},[{}]]",
    '{"__proto__":1,"constructor":{"x":2}}',
    '""',
  ]) {
    test(`keeps ${text} as it is spelled`, () => assert.equal(writeJson(readJson(text)), text));
  }

  test("agrees with the platform on everything but the spelling of numbers", () => {
    const random = seeded(7);
    for (let round = 0; round < 300; round++) {
      const text = JSON.stringify(anyJson(random, 4));
      assert.deepEqual(JSON.parse(writeJson(readJson(text))), JSON.parse(text));
      assert.deepEqual(JSON.parse(writeJson(readJson(JSON.stringify(JSON.parse(text), null, 3)), 2)), JSON.parse(text));
    }
  });

  for (const [text, line, column] of [
    ["{", 1, 2],
    ['{"a":1,}', 1, 8],
    ["[1 2]", 1, 4],
    ["{\n  'a': 1\n}", 2, 3],
    ["01", 1, 1],
    ["nul", 1, 1],
    ['"\\x"', 1, 1],
    ['"open', 1, 6],
    ["1 2", 1, 3],
    ["", 1, 1],
    ["NaN", 1, 1],
  ] as const) {
    test(`says where ${JSON.stringify(text)} is wrong`, () => {
      assert.throws(() => readJson(text), (problem) => problem instanceof JsonProblem && problem.line === line && problem.column === column);
    });
  }

  test("is refused wherever the platform refuses it", () => {
    const random = seeded(11);
    for (let round = 0; round < 500; round++) {
      const text = JSON.stringify(anyJson(random, 3));
      const at = Math.floor(random() * text.length);
      const broken = text.slice(0, at) + "{}[],:\"x1 "[Math.floor(random() * 10)] + text.slice(at + 1);
      assert.equal(accepts(readJson, broken), accepts(JSON.parse, broken), broken);
    }
  });

  test("stays answerable while it reads a large text", async () => {
    const text = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ index, name: `row ${index}` })));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const value = (await readJsonCalmly(text, undefined, 5)) as Json[];
    clearInterval(timer);
    assert.equal(value.length, 60_000);
    assert.ok(turns >= 1, "something else had its turn in between");
  });

  test("of the backend has plain numbers, of peers spelled ones", () => {
    const answer = readAnswer('{"tookMs":46.0,"progress":{"progress":3.0},"arguments":{"n":1.0},"definition":{"least":1.0},"wishes":{"seed":1.0},"result":{"structured":{"x":12345678901234567890}}}');
    assert.equal(writeJson(answer), '{"tookMs":46,"progress":{"progress":3},"arguments":{"n":1.0},"definition":{"least":1.0},"wishes":{"seed":1.0},"result":{"structured":{"x":12345678901234567890}}}');
  });

  test("tells numbers apart by their spelling", () => {
    assert.ok(!sameJson(new SpelledNumber("1.0"), 1));
    assert.ok(sameJson(readJson('{"a":1,"b":[2]}'), readJson('{"b":[2],"a":1}')));
  });
});

function accepts(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function anyJson(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 7 : 5));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return Math.floor(random() * 1e6) / 100;
  if (kind === 3) return String.fromCharCode(...Array.from({ length: 6 }, () => Math.floor(random() * 300)));
  if (kind === 4) return "text";
  const inner = Array.from({ length: Math.floor(random() * 4) }, () => anyJson(random, depth - 1));
  return kind === 5 ? inner : Object.fromEntries(inner.map((one, index) => [`k${index}`, one]));
}

describe("JSON of any depth", () => {
  test("is read and written", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    assert.equal(writeJson(readJson(deep)), deep);
    assert.ok(writeJson(readJson(deep), 2).length < 50_000_000);
  });
  test("is laid out as usual", () => {
    for (const value of [{}, [], { a: {}, b: [[]], c: [1, { d: "x\ny" }], e: null }, "x", null, [null, true]]) {
      assert.equal(writeJson(value, 2), JSON.stringify(value, null, 2));
      assert.equal(writeJson(value), JSON.stringify(value));
    }
    assert.equal(writeJson({ a: undefined, b: [undefined] }), '{"b":[null]}');
    assert.equal(writeJson(undefined), "null");
  });
});
