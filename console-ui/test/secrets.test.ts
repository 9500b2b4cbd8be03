import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { storableDraft } from "../src/calls/decide.ts";
import { readJson } from "../src/json/read.ts";
import type { Json } from "../src/json/value.ts";
import { writeJson } from "../src/json/write.ts";
import { soundsSecret, storableJson, storableTarget, storableTexts, withoutSecrets } from "../src/schema/secrets.ts";

describe("What sounds secret", () => {
  const table: [string, boolean][] = [
    ["password", true],
    ["GITHUB_TOKEN", true],
    ["api-key", true],
    ["X-Api.Key", true],
    ["clientSecret", true],
    ["credentials", true],
    ["nextPageToken", false],
    ["max_tokens", false],
    ["key", false],
    ["name", false],
  ];
  for (const [name, expected] of table) test(`${name}: ${expected}`, () => assert.equal(soundsSecret(name), expected));
});

describe("What outlasts the page of arguments", () => {
  const schema: Json = {
    type: "object",
    properties: {
      user: { type: "string" },
      pin: { type: "string", format: "password" },
      once: { $ref: "#/$defs/once" },
      deep: { type: "object", properties: { word: { oneOf: [{ type: "string", writeOnly: true }, { type: "null" }] } } },
      list: { type: "array", items: { type: "object", properties: { pin: { type: "string", writeOnly: true } } } },
    },
    $defs: { once: { type: "string", writeOnly: true } },
  };

  test("is all of them but what is secret by its schema or its name", () => {
    const value = readJson('{"user":"ann","pin":"1","once":"2","deep":{"word":"3","x":1.50},"list":[{"pin":"4","y":1}],"token":"5"}');
    assert.equal(writeJson(withoutSecrets(value, schema)), '{"user":"ann","deep":{"x":1.50},"list":[{"y":1}]}');
  });

  test("is the text as it was typed where nothing is secret", () => {
    const typed = '{ "user":\n "ann" }';
    assert.equal(storableJson(typed, schema), typed);
    assert.equal(storableJson('{"user": "ann', { type: "object" }), '{"user": "ann');
  });

  test("is nothing while it cannot be looked through and may hold a secret", () => {
    assert.equal(storableJson('{"user": "ann", "pin": "12', schema), null);
    assert.equal(storableJson('{"password": "12', { type: "object" }), null);
  });

  test("is none of those that somebody changes in an approval if one of them is secret", () => {
    assert.equal(storableDraft('={"a":1}'), '={"a":1}');
    assert.equal(storableDraft('={"a":1,"token":"x"}'), null);
  });
});

describe("What outlasts the page of a server that is typed", () => {
  const plain = ["npx -y @scope/server", "https://example.com/mcp", "./server.py --port 80", "uvx mcp-server-time", "demo"];
  const secret = [
    '{"mcpServers":{"a":{"command":"x","env":{"KEY":"v"}}}}',
    "https://me:word@example.com/mcp",
    "https://example.com/mcp?key=1",
    "KEY=value npx x",
    "npx x --token abc",
    "npx x -H 'Authorization: Bearer x'",
  ];
  for (const text of plain) test(text, () => assert.equal(storableTarget(text), text));
  for (const text of secret) test(text, () => assert.equal(storableTarget(text), null));
});

test("Texts by secret names do not outlast the page", () => {
  assert.deepEqual(storableTexts({ who: "ann", password: "x" }), { who: "ann" });
});
