import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderToStaticMarkup } from "react-dom/server";
import type { Policy } from "../src/api/types.ts";
import { AREAS, parseRoute } from "../src/app/route.ts";
import { PolicyList } from "../src/policies/PoliciesArea.tsx";

const policy = (number: number, server: string | null, holds: string): Policy => ({
  number,
  name: `p${number}`,
  title: `Title ${number}`,
  facts: [{ name: "fact", server, holds, from: "a file" }],
  change: [`change ${number}`],
});

describe("The page of policies", () => {
  test("has a place of its own", () => {
    assert.equal(parseRoute("#/policies").area, "policies");
    assert.equal(AREAS.at(-1), "policies");
  });

  test("shows each with what holds, where that comes from, and how to change it", () => {
    const html = renderToStaticMarkup(<PolicyList policies={[policy(1, null, "nothing starts"), policy(10, "files", "is written down")]} />);
    assert.equal(html.match(/<h2>/g)?.length, 2);
    assert.match(html, /aria-label="1\. Title 1"/);
    assert.match(html, /nothing starts <bdi class="dim">\[a file\]/);
    assert.match(html, /<bdi class="name strong">files<\/bdi> is written down/);
    assert.match(html, /To change: change 10/);
  });

  test("shows what hides in names as what it is", () => {
    const html = renderToStaticMarkup(<PolicyList policies={[policy(1, "fi\u202Eles", "<b>runs</b>\u200B")]} />);
    assert.match(html, /fi\\u202Eles/);
    assert.match(html, /&lt;b&gt;runs&lt;\/b&gt;\\u200B/);
  });
});
