import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderToStaticMarkup } from "react-dom/server";
import { MarkdownView } from "../src/viewers/MarkdownView.tsx";

const html = (text: string): string => renderToStaticMarkup(<MarkdownView text={text} />);

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

  test("names a picture instead of fetching it", () => assert.match(html("![logo](https://x.example/l.png)"), /picture “logo”, not loaded: https:\/\/x\.example\/l\.png/));
});
