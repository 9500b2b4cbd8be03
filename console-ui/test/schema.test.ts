import assert from "node:assert/strict";
import { describe as group, test } from "node:test";
import { readJson } from "../src/json/read.ts";
import type { Json } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";
import { check } from "../src/schema/check.ts";
import { blank, initialValue } from "../src/schema/initial.ts";
import { isQuick } from "../src/schema/pattern.ts";
import { resolve } from "../src/schema/resolve.ts";
import { describe, fits } from "../src/schema/shape.ts";

const shape = (schema: Json, root: Json = schema): string => describe(schema, root).shape.kind;
const problems = (value: string, schema: Json): string[] => check(readJson(value), schema, schema).map((one) => `${one.path} ${one.message}`);

group("The way a schema is entered", () => {
  const table: [string, Json][] = [
    ["text", { type: "string" }],
    ["number", { type: "integer" }],
    ["number", { type: "number" }],
    ["boolean", { type: "boolean" }],
    ["choice", { enum: ["a", 1, null] }],
    ["fixed", { const: 3 }],
    ["list", { type: "array", items: { type: "string" } }],
    ["list", { prefixItems: [{ type: "string" }] }],
    ["object", { type: "object" }],
    ["object", { properties: { a: {} } }],
    ["text", { type: ["string", "null"] }],
    ["variants", { type: ["string", "integer"] }],
    ["variants", { oneOf: [{ type: "string" }, { type: "integer" }] }],
    ["choice", { oneOf: [{ const: "a", title: "A" }, { const: "b", title: "B" }] }],
    ["text", { anyOf: [{ type: "string" }, { type: "null" }] }],
    ["text", { $defs: { t: { type: "string" } }, $ref: "#/$defs/t" }],
    ["object", { allOf: [{ type: "object", properties: { x: {} } }, { properties: { y: {} } }] }],
    ["json", {}],
    ["json", true],
    ["json", { not: { type: "string" } }],
    ["json", { $ref: "https://elsewhere.example/schema" }],
    ["json", { $ref: "#/missing" }],
    ["json", { $ref: "#" }],
  ];
  for (const [expected, schema] of table) test(`of ${writeJson(schema)} is ${expected}`, () => assert.equal(shape(schema), expected));

  test("takes what all of several schemas say together", () => {
    const merged = describe({ allOf: [{ type: "object", properties: { x: {} }, required: ["x"] }, { properties: { y: {} }, required: ["y"] }] }, true).shape;
    assert.deepEqual(merged.kind === "object" && merged.fields.map((field) => [field.name, field.required]), [["x", true], ["y", true]]);
  });

  test("marks what may be null", () => {
    assert.ok(describe({ type: ["string", "null"] }, true).nullable);
    assert.ok(describe({ anyOf: [{ type: "integer" }, { type: "null" }] }, true).nullable);
  });

  test("gives way to JSON where a value does not fit", () => {
    assert.ok(!fits({ kind: "text", format: null, long: false }, ["x"]));
    assert.ok(fits({ kind: "json" }, ["x"]));
  });
});

group("What a form begins with", () => {
  const schema: Json = {
    type: "object",
    required: ["a", "o", "k"],
    properties: { a: { type: "string", default: "x" }, b: { type: "string", default: "y" }, k: { const: 1 }, o: { type: "object", required: ["i"], properties: { i: { default: 2 } } }, e: { type: "array" } },
  };
  test("is only what must be there", () => assert.equal(writeJson(initialValue(schema, schema)), '{"a":"x","k":1,"o":{"i":2}}'));
  test("is every default where a server asks", () => assert.equal(writeJson(initialValue(schema, schema, true)), '{"a":"x","b":"y","k":1,"o":{"i":2}}'));
  test("ends where a schema contains itself", () => {
    const loop: Json = { type: "object", required: ["next"], properties: { next: { $ref: "#" } } };
    assert.ok(writeJson(initialValue(loop, loop)).length < 1000);
  });
});

group("Arguments that are looked over", () => {
  const schema: Json = {
    type: "object",
    required: ["a"],
    additionalProperties: false,
    properties: {
      a: { type: "number", minimum: 0 },
      i: { type: "integer" },
      s: { type: "string", minLength: 2, pattern: "^x" },
      e: { enum: ["p", "q"] },
      l: { type: "array", items: { type: "integer" }, maxItems: 2, uniqueItems: true },
      o: { type: "object", required: ["z"], properties: { z: { type: "boolean" } } },
      d: { type: "string", format: "date-time" },
      v: { oneOf: [{ type: "string" }, { type: "object", required: ["id"] }] },
    },
  };
  const table: [string, string[]][] = [
    ['{"a":1}', []],
    ["{}", ["/a is missing"]],
    ['{"a":"x"}', ["/a must be number, is x"]],
    ['{"a":-1}', ["/a must be at least 0"]],
    ['{"a":1,"i":1.5}', ["/i must be integer, is 1.5"]],
    ['{"a":1,"i":1.0}', []],
    ['{"a":1,"i":12345678901234567890}', []],
    ['{"a":1,"s":"y"}', ["/s must have at least 2 characters", "/s must match ^x"]],
    ['{"a":1,"e":"r"}', ["/e must be one of p, q"]],
    ['{"a":1,"l":[1,"2"]}', ["/l/1 must be integer, is 2"]],
    ['{"a":1,"l":[1,1]}', ["/l must not hold the same item twice"]],
    ['{"a":1,"o":{}}', ["/o/z is missing"]],
    ['{"a":1,"d":"yesterday"}', ["/d must be a time with its zone, as in 2026-11-16T12:00:00Z"]],
    ['{"a":1,"v":{}}', ["/v must be string, is {}"]],
    ['{"a":1,"other":1}', [' does not know "other"']],
  ];
  for (const [value, expected] of table) test(value, () => assert.deepEqual(problems(value, schema), expected));

  test("are not judged by a pattern that could take for ever", () => {
    assert.deepEqual(problems(`"${"a".repeat(40)}!"`, { type: "string", pattern: "^(a+)+$" }), []);
  });
});

group("A schema made to keep the page busy", () => {
  /** Each of these refers to the next one twice, so that following every path takes 2^n steps. */
  const pairs = (keyword: "allOf" | "anyOf", length: number): Json => ({
    $ref: "#/$defs/d0",
    $defs: Object.fromEntries(
      Array.from({ length }, (_, index) => [`d${index}`, index + 1 < length ? { [keyword]: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] } : { type: "string", title: "last" }]),
    ),
  });

  test("of pairs of references is followed once", () => assert.equal(resolve(pairs("allOf", 15), pairs("allOf", 15)).title, "last"));
  test("of long pairs of references ends", () => {
    const long = pairs("allOf", 5_000);
    assert.deepEqual(resolve(long, long).title, undefined);
  });
  test("of pairs of alternatives is checked as far as is sensible", () => {
    const schema = pairs("anyOf", 60);
    assert.deepEqual(check("x", schema, schema), []);
    check(3, schema, schema);
    describe(schema, schema);
    blank(schema, schema);
  });
  test("that is one of itself ends", () => {
    for (const schema of [{ anyOf: [{ $ref: "#" }] }, { anyOf: [{ $ref: "#" }, { type: "string" }, { type: "null" }] }, { allOf: [{ $ref: "#" }, { $ref: "#" }] }] as Json[]) {
      assert.deepEqual(check("x", schema, schema), []);
      describe(schema, schema);
      blank(schema, schema);
      initialValue(schema, schema, true);
    }
  });
  test("that wants itself many times over begins small", () => {
    const names = Array.from({ length: 10 }, (_, index) => `f${index}`);
    const schema: Json = { type: "object", properties: Object.fromEntries(names.map((name) => [name, { $ref: "#" }])), required: names };
    assert.ok(writeJson(initialValue(schema, schema)).length < 100_000);
  });
  test("still says what all of its parts say", () => {
    const schema: Json = { $defs: { a: { properties: { x: { type: "string" } }, required: ["x"], title: "A" } }, $ref: "#/$defs/a", title: "own", allOf: [{ properties: { y: {} }, required: ["y", "x"] }, { $ref: "#" }] };
    const said = resolve(schema, schema);
    assert.deepEqual([Object.keys(said.properties as object), said.required, said.title], [["x", "y"], ["x", "y"], "own"]);
  });
});

group("A pattern of a peer", () => {
  for (const quick of ["^[a-z]+$", "^\\d{4}-\\d{2}-\\d{2}$", "^(?:a|b)-[0-9]{1,3}$", "foo.*bar", "^#[0-9A-Fa-f]{6}$", "[*+(]+"]) test(`${quick} is tried in the page`, () => assert.ok(isQuick(quick)));
  for (const slow of ["^(a+)+$", "(a|a)*b", "^(.*a){20}$", "(a|ab)*c", "^(\\w+\\s?)*$", "a*a*a*a*b", "(x)\\1", "^(?=a)b", "x{1,99999}", "a".repeat(300), ".*.*=.*"]) {
    test(`${slow.slice(0, 20)} is left to the backend`, () => assert.ok(!isQuick(slow)));
  }
  test("keeps nobody waiting", () => {
    for (const pattern of ["^(a|a)*$", "^(a+)+$", "^(.*a){20}$", ".*.*=.*"]) assert.deepEqual(check(`${"a".repeat(199)}!`, { pattern }, {}), []);
    assert.equal(check("A", { pattern: "^[a-z]+$" }, {}).length, 1);
  });
});
