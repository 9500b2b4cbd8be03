import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { lex } from "../src/viewers/lex.ts";
import { MarkdownView } from "../src/viewers/MarkdownView.tsx";

const html = (text: string): string => 
  renderToStaticMarkup(
    <MantineProvider>
      <MarkdownView text={text} />
    </MantineProvider>,
  ).replace(/<style data-mantine-styles="[a-z]+">[^<]*<\/style>/g, "");

describe("Markdown of peers", () => {
  for (const text of [
    "<script>alert(1)</script>",
    'before <img src=x onerror="alert(1)"> after',
    "<iframe src='https://evil.example'></iframe>",
    "<svg onload=alert(1)><a xlink:href='javascript:1'>x</a></svg>",
    "<style>@import 'https://evil.example'</style>",
    "- item <b onclick=alert(1)>x</b>",
    "| <script>1</script> | b |\n|---|---|\n| <img src=x> | 2 |",
    "> <object data='x'></object>",
    "[a](<javascript:alert(1)>) [b](data:text/html,x) [c](vbscript:x) [d][r]\n\n[r]: javascript:alert(1)",
    "![x](https://evil.example/beacon.png) ![y](data:image/svg+xml,x)",
    "<https://ok.example> <javascript:alert(1)>",
    "<form action=https://evil.example><input name=a></form>",
    "```html\n<script>alert(1)</script>\n```",
  ]) {
    test(`${JSON.stringify(text)} is inert`, () => {
      const shown = html(text);
      assert.doesNotMatch(shown, /<(script|img|iframe|svg|style|object|embed|form|input|link|base|meta)\b/i);
      assert.doesNotMatch(shown, /<[^>]+\son\w+=/i);
      for (const [, href] of shown.matchAll(/href="([^"]*)"/g)) assert.match(href!, /^https?:/);
    });
  }

  test("keeps its meaning", () => {
    const shown = html("# T\n\n**b** *i* `c<d` [l](https://example.org/p)\n\n1. one\n2. two\n\n- [x] done");
    assert.match(shown, /<h3>T<\/h3>/);
    assert.match(shown, /<strong>b<\/strong> <em>i<\/em> <code>c&lt;d<\/code>/);
    assert.match(shown, /<a href="https:\/\/example.org\/p" target="_blank" rel="noopener noreferrer nofollow"/);
    assert.match(shown, /\(example\.org\)/);
    assert.match(shown, /<ol start="1"><li>one<\/li>/);
  });

  test("links to no program of this machine; the address is there to be read", () => {
    for (const href of ["http://127.0.0.1:8080/a", "http://localhost:3000/", "http://[::1]/", "http://2130706433/"]) {
      const shown = html(`[words](${href}) <${href}> ${href}`);
      assert.doesNotMatch(shown, /<a /, href);
      assert.ok(shown.includes(href), shown);
    }
  });

  for (const [mark, name] of [
    ["> ", "quotes"],
    ["1. ", "lists"],
    ["*a_", "emphasis"],
    ["**a_", "strong emphasis"],
    ["_", "marks"],
    ["![", "pictures"],
    ["[a](", "links"],
    ["<a b='c' ", "tags"],
    ["\n\n- a\n", "items"],
  ]) {
    test(`of endless ${name} is shown soon, all of it`, () => {
      const text = mark!.repeat(Math.ceil(60_000 / mark!.length));
      const began = performance.now();
      const shown = html(text);
      // A thousandfold of this without a bound, or no end at all.
      assert.ok(performance.now() - began < 15_000);
      assert.ok(shown.length > 5_000);
    });
  }

  test("that is long is Markdown first and text after, nothing left out", () => {
    const { tokens, rest } = lex("a *b*\n\n".repeat(10_000));
    assert.ok(tokens.length > 1_000);
    assert.equal(tokens.map((one) => one.raw).join("").length + rest.length, 70_000);
  });

  test("that the parser fails on is plain text", () => {
    const failing = (): never => {
      throw new RangeError("Maximum call stack size exceeded");
    };
    assert.deepEqual(lex("# a", failing), { tokens: [], rest: "# a" });
  });

  test("names a picture instead of fetching it", () => assert.match(html("![logo](https://x.example/l.png)"), /picture “logo”, not loaded: https:\/\/x\.example\/l\.png/));
});
