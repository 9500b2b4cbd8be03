import assert from "node:assert/strict";
import { describe as group, test } from "node:test";
import { readJson } from "../src/json/read.ts";
import type { Json } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";
import { check } from "../src/schema/check.ts";
import { initialValue } from "../src/schema/initial.ts";
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
    ["{}", ["/a is required"]],
    ['{"a":"x"}', ["/a expected number, got x"]],
    ['{"a":-1}', ["/a must be at least 0"]],
    ['{"a":1,"i":1.5}', ["/i expected integer, got 1.5"]],
    ['{"a":1,"i":1.0}', []],
    ['{"a":1,"i":12345678901234567890}', []],
    ['{"a":1,"s":"y"}', ["/s must have at least 2 characters", "/s must match ^x"]],
    ['{"a":1,"e":"r"}', ["/e must be one of p, q"]],
    ['{"a":1,"l":[1,"2"]}', ["/l/1 expected integer, got 2"]],
    ['{"a":1,"l":[1,1]}', ["/l must not hold the same item twice"]],
    ['{"a":1,"o":{}}', ["/o/z is required"]],
    ['{"a":1,"d":"yesterday"}', ["/d must be a time with its zone, as in 2026-11-16T12:00:00Z"]],
    ['{"a":1,"v":{}}', ["/v expected string, got {}"]],
    ['{"a":1,"other":1}', [' does not know "other"']],
  ];
  for (const [value, expected] of table) test(value, () => assert.deepEqual(problems(value, schema), expected));

  test("are not judged by a pattern that could take for ever", () => {
    assert.deepEqual(problems(`"${"a".repeat(40)}!"`, { type: "string", pattern: "^(a+)+$" }), []);
  });
});
