import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { homeOf } from "../src/ui/focusBack.ts";

/** An element as far as it matters here: its name, and what it is inside of. */
function element(tagName: string, inside: Record<string, Record<string, string>> = {}): Element {
  const closest = (selector: string): Element | null => {
    const attributes = inside[selector];
    return attributes ? ({ getAttribute: (name: string) => attributes[name] ?? null } as Element) : null;
  };
  return { tagName, closest } as Element;
}

describe("After a dialog the focus belongs", () => {
  const button = element("BUTTON");
  const find = (id: string): Element | null => (id === "more" ? button : null);

  test("to what had it before", () => assert.equal(homeOf(button, find), button));
  test("to the button of a menu that is gone", () => assert.equal(homeOf(element("BUTTON", { '[role="menu"]': { "aria-labelledby": "more" } }), find), button));
  test("still to what had it before the first of several dialogs", () => assert.equal(homeOf(element("INPUT", { '[role="dialog"]': {} }), find), null));
  test("to nothing of a menu in a dialog", () => {
    const item = element("BUTTON", { '[role="menu"]': { "aria-labelledby": "inside" } });
    assert.equal(homeOf(item, () => element("BUTTON", { '[role="dialog"]': {} })), null);
  });
  test("to nothing where nothing had it", () => assert.equal(homeOf(element("BODY"), find), null));
});
