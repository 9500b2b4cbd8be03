import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { FocusGuard } from "../src/apps/focus.ts";
import { Presses } from "../src/apps/sandbox/presses.ts";

/** What the frame around an app says once it is asked. */
const answered = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

describe("The keyboard", () => {
  let now: number;
  let focus: string | null;
  let pressed: boolean;
  let pointed: string | null;
  let asked: [within: number | null, patience: number][];
  let said: string[];
  let guard: FocusGuard<string>;

  beforeEach(() => {
    now = 100_000;
    focus = "composer";
    pressed = false;
    pointed = null;
    asked = [];
    said = [];
    guard = new FocusGuard<string>({
      active: () => focus,
      isPointedAt: (frame) => frame === pointed,
      giveBack: (to, frame) => {
        said.push(`${frame} gave back to ${to}`);
        focus = to;
      },
      now: () => now,
    });
    for (const frame of ["app", "other app"]) {
      guard.add(frame, {
        pressed: (within, patience) => {
          asked.push([within, patience]);
          return Promise.resolve(pressed);
        },
        onGrabbing: () => void said.push(`${frame} grabs`),
      });
    }
  });

  async function goes(to: string): Promise<void> {
    focus = to;
    guard.look();
    await answered();
  }

  test("stays where the person writes when an app takes it", async () => {
    await goes("app");
    assert.equal(focus, "composer");
    assert.deepEqual(said, ["app gave back to composer"]);
    assert.equal(guard.isUsed("app"), false);
  });

  test("is given back to what had it last, also to nothing", async () => {
    await goes("filter");
    await goes("app");
    assert.equal(focus, "filter");
    await goes("body");
    await goes("other app");
    assert.deepEqual(said, ["app gave back to filter", "other app gave back to body"]);
  });

  test("goes along with a press in the app, and stays", async () => {
    pressed = true;
    await goes("app");
    pressed = false;
    now += 60_000;
    guard.look();
    await answered();
    assert.deepEqual([focus, said], ["app", []]);
    assert.equal(guard.isUsed("app"), true);
  });

  test("is not taken by one app from another", async () => {
    pressed = true;
    await goes("app");
    pressed = false;
    await goes("other app");
    assert.deepEqual([focus, said], ["app", ["other app gave back to app"]]);
  });

  test("goes into an app by Tab, but not because of a Tab that led elsewhere or that the page has handled", async () => {
    guard.used("tab");
    await goes("app");
    assert.deepEqual([focus, asked], ["app", []]);
    await goes("composer");
    guard.used("tab");
    await goes("button");
    await goes("app");
    assert.equal(focus, "button");
    guard.used("tab");
    guard.tabWasHandled();
    await goes("app");
    assert.equal(focus, "button");
  });

  test("follows no press from before the person went on elsewhere", async () => {
    now += 4_000;
    guard.used("press");
    now += 1_500;
    await goes("app");
    now += 3_500;
    await goes("app");
    assert.deepEqual(asked, [
      [1_500, 300],
      [null, 300],
    ]);
  });

  test("may follow a press that is told of later, hardly so where somebody types and the pointer is elsewhere", async () => {
    for (const use of [() => guard.used("key"), () => (pointed = "app"), () => ((pointed = null), guard.pointerMoved())]) {
      use();
      await goes("app");
    }
    assert.deepEqual(asked.map(([, patience]) => patience), [60, 300, 300]);
  });

  test("is not fought for: the app is ended", async () => {
    for (let times = 0; times < 3; times++) await goes("app");
    assert.deepEqual(said.slice(2), ["app grabs", "app gave back to composer"]);
  });

  test("may be taken twice by an app that somebody uses in between", async () => {
    for (const use of [false, false, true, false, false]) {
      pressed = use;
      await goes("app");
      await goes("composer");
    }
    assert.deepEqual(said, Array.from({ length: 4 }, () => "app gave back to composer"));
  });

  test("is left alone where the focus has gone on before the app could be asked", async () => {
    focus = "app";
    guard.look();
    focus = "composer";
    await answered();
    assert.deepEqual([focus, said], ["composer", []]);
  });
});

describe("Presses in an app", () => {
  let now = 0;
  let remembered = false;
  let presses: Presses;
  beforeEach(() => {
    now = 1_000;
    remembered = false;
    presses = new Presses(() => remembered, () => now);
  });

  test("count from the moment that is asked about, and otherwise as long as the browser remembers", async () => {
    remembered = true;
    assert.deepEqual([await presses.were(5_000, 0), await presses.were(null, 0)], [false, true]);
    presses.pressed();
    now = 1_400;
    assert.deepEqual([await presses.were(500, 0), await presses.were(300, 0)], [true, false]);
    remembered = false;
    assert.deepEqual([await presses.were(null, 0), await presses.were("500", 0)], [false, false]);
  });

  test("are waited for a little, but not beyond a key that was meant for somebody else", async () => {
    const first = presses.were(500, 60_000);
    presses.pressed();
    presses.typed();
    assert.equal(await first, true);
    now = 10_000;
    const second = presses.were(500, 60_000);
    presses.typed();
    presses.pressed();
    assert.equal(await second, false);
    assert.equal(await new Presses(() => false, () => now).were(null, 1), false);
  });
});
