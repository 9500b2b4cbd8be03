import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { addKeys, listenForKeys } from "../src/app/keys.ts";

/** What the listener looks at of a page: what was pressed, and that no dialog is open. */
class Field extends EventTarget {}
class TextField extends Field {}
const page = { window: new EventTarget(), document: { querySelector: () => null }, HTMLElement: Field, HTMLInputElement: class extends Field {}, HTMLTextAreaElement: TextField, HTMLSelectElement: class extends Field {} };

describe("A key that is held down", () => {
  const had = Object.getOwnPropertyDescriptors(globalThis);
  let end: (() => void)[];
  let done: string[];

  before(() => Object.assign(globalThis, page));
  after(() => {
    for (const name of Object.keys(page)) {
      if (had[name]) Object.defineProperty(globalThis, name, had[name]);
      else Reflect.deleteProperty(globalThis, name);
    }
  });
  beforeEach(() => {
    done = [];
    const does = (name: string) => () => void done.push(name);
    end = [listenForKeys(), addKeys({ current: { r: does("run again"), "mod+Enter": does("run"), "]": does("next"), ArrowDown: does("down"), Enter: does("open") } })];
  });
  afterEach(() => end.forEach((one) => one()));

  function press(key: string, more: object = {}): Event {
    const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, repeat: false }, more);
    page.window.dispatchEvent(event);
    return event;
  }

  function hold(key: string, more: object = {}): Event {
    press(key, more);
    press(key, { ...more, repeat: true });
    return press(key, { ...more, repeat: true });
  }

  test("does once what it does, and nothing else hears of it", () => {
    assert.equal(hold("r").defaultPrevented, true);
    assert.equal(hold("Enter", { ctrlKey: true }).defaultPrevented, true);
    assert.deepEqual(done, ["run again", "run"]);
  });

  test("goes on through a list", () => {
    hold("]");
    hold("ArrowDown");
    assert.deepEqual(done, ["next", "next", "next", "down", "down", "down"]);
  });

  test("presses no button, and sends no form, a second time", () => {
    assert.equal(hold("Enter").defaultPrevented, true);
    assert.deepEqual(done, ["open"]);
  });

  test("is the browser's where the page means nothing by it", () => assert.equal(hold("x").defaultPrevented, false));
});
