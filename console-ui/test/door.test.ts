import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { api, ApiError } from "../src/api/client.ts";
import { door } from "../src/api/door.ts";
import { at } from "./reach.ts";

const PORT = "4199";
const KEY = "the key that is never sent";
const made = (message: string, key = KEY): string => createHmac("sha256", key).update(message).digest("base64url");

interface Sent {
  path: string;
  init: RequestInit;
}

type Answer = (sent: Sent) => Response | Promise<Response>;
type Query = { session: string; nonce: string };

const real = globalThis.fetch;
let sent: Sent[];
let answer: Answer;
let leave: () => void;

beforeEach(() => {
  sent = [];
  leave = at(`http://127.0.0.1:${PORT}`);
  globalThis.fetch = async (path, init = {}) => {
    sent.push({ path: String(path), init });
    return answer({ path: String(path), init });
  };
  door.again();
  door.keep({ session: "me", key: KEY });
});
afterEach(() => {
  globalThis.fetch = real;
  door.again();
  door.keep(null);
  leave();
});

const isHello = ({ path }: Sent): boolean => path.startsWith("/api/hello?");
const queryOf = ({ path }: Sent): Query => Object.fromEntries(new URL(path, "http://x").searchParams) as unknown as Query;
const shown = ({ init }: Sent): string | undefined => (init.headers as Record<string, string>)["Fairlead-Key"];
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const refused = (code: string, status: number): Response => json({ error: { code, message: code } }, status);

/** The console, in one of its runs. */
const consoleOf = (run: string, then: Answer = () => json({ run })): Answer => (one) => {
  if (isHello(one)) return json({ run, proof: made(`console\n${PORT}\n${run}\n${queryOf(one).nonce}`) });
  return shown(one) === made(`page\n${PORT}\n${run}`) ? then(one) : refused("no-session", 401);
};

const code = (wanted: string) => (problem: unknown) => problem instanceof ApiError && problem.code === wanted;

describe("Before anything else", () => {
  test("whoever answers shows that it is the console, and is shown what is of use in this run alone", async () => {
    answer = consoleOf("first");
    assert.deepEqual(await api.get("/api/state"), { run: "first" });
    await api.get("/api/state");
    assert.deepEqual(sent.map((one) => one.path.split("?")[0]), ["/api/hello", "/api/state", "/api/state"]);
    assert.equal(sent[0]!.init.credentials, "omit");
    assert.equal(shown(sent[0]!), undefined);
    assert.match(queryOf(sent[0]!).nonce, /^[\w-]{43}$/);
    assert.ok(!JSON.stringify(sent).includes(KEY));
  });

  test("several that ask at once wait for one answer", async () => {
    answer = consoleOf("first");
    await Promise.all([api.get("/api/a"), api.get("/api/b"), api.get("/api/c")]);
    assert.equal(sent.filter(isHello).length, 1);
  });

  const strangers: Record<string, Answer> = {
    "has another key": (one) => json({ run: "x", proof: made(`console\n${PORT}\nx\n${queryOf(one).nonce}`, "another key") }),
    "passes on what the console says at another port": (one) => json({ run: "x", proof: made(`console\n4200\nx\n${queryOf(one).nonce}`) }),
    "repeats what was said to somebody else": () => json({ run: "x", proof: made(`console\n${PORT}\nx\nof-somebody-else`) }),
    "names another run than it has proof of": (one) => json({ run: "y", proof: made(`console\n${PORT}\nx\n${queryOf(one).nonce}`) }),
    "has no proof": () => json({ run: "x" }),
    "says what is no text": () => json({ run: 1, proof: null }),
    "says null": () => json(null),
    "answers with a page": () => new Response("<!doctype html><p>hello"),
    "knows no such address": () => new Response("not found", { status: 404 }),
    "refuses in its own words": () => new Response("who are you?", { status: 401 }),
    "leads elsewhere": () => Response.redirect("http://127.0.0.1:1/", 302),
  };
  for (const [what, stranger] of Object.entries(strangers)) {
    test(`somebody who ${what} gets nothing, once and for all`, async () => {
      answer = stranger;
      await assert.rejects(api.post("/api/calls", { secret: "words" }), code("stranger"));
      await assert.rejects(api.get("/api/state"), code("stranger"));
      door.forget();
      await assert.rejects(api.get("/api/state"), code("stranger"));
      assert.equal(sent.length, 1);
      assert.ok(isHello(sent[0]!) && shown(sent[0]!) === undefined);

      // Until the person wants to know again.
      answer = consoleOf("later");
      door.again();
      assert.deepEqual(await api.get("/api/state"), { run: "later" });
    });
  }
});

describe("After a break", () => {
  test("who is there is asked anew, and what was shown before is not shown again", async () => {
    answer = consoleOf("first");
    await api.get("/api/state");
    answer = () => Promise.reject(new TypeError("connection refused"));
    await assert.rejects(api.get("/api/state"), code("away"));
    await assert.rejects(api.get("/api/state"), code("away"));
    answer = consoleOf("second");
    assert.deepEqual(await api.get("/api/state"), { run: "second" });
    const keys = sent.map(shown).filter((one) => one !== undefined);
    assert.equal(new Set(keys).size, 2);
    assert.equal(keys.length, 3);
  });

  test("that nobody noticed, a refused request is made once more", async () => {
    answer = consoleOf("first");
    await api.get("/api/state");
    answer = consoleOf("second");
    assert.deepEqual(await api.post("/api/calls", {}), { run: "second" });
  });

  test("somebody else in the console's place gets what is of no use any more", async () => {
    answer = consoleOf("first");
    await api.get("/api/state");
    answer = () => new Response("give me all", { status: 401 });
    await assert.rejects(api.get("/api/state"), code("stranger"));
    assert.ok(!JSON.stringify(sent).includes(KEY));
    const key = shown(sent.at(-2)!);
    answer = consoleOf("second");
    assert.equal((await answer({ path: "/api/state", init: { headers: { "Fairlead-Key": key! } } })).status, 401);
  });
});

describe("Another tab", () => {
  test("that was let in anew is followed by this one", async () => {
    answer = consoleOf("first");
    await api.get("/api/state");
    localStorage.setItem("fairlead.session", JSON.stringify({ session: "new", key: "new" }));
    answer = (one) => {
      if (!isHello(one)) return shown(one) === made(`page\n${PORT}\nfirst`, "new") ? json({ session: "new" }) : refused("no-session", 401);
      const { session, nonce } = queryOf(one);
      return session === "new" ? json({ run: "first", proof: made(`console\n${PORT}\nfirst\n${nonce}`, "new") }) : refused("no-session", 401);
    };
    assert.deepEqual(await api.get("/api/state"), { session: "new" });
  });
});

describe("Who is not let in", () => {
  test("asks nobody without a key", async () => {
    door.keep(null);
    await assert.rejects(api.get("/api/state"), code("no-session"));
    assert.equal(sent.length, 0);
  });
  test("is told so by a console that has forgotten, and may come back", async () => {
    answer = () => refused("no-session", 401);
    await assert.rejects(api.get("/api/state"), code("no-session"));
    answer = consoleOf("first");
    assert.deepEqual(await api.get("/api/state"), { run: "first" });
  });
  test("tries no more than twice", async () => {
    answer = (one) => (isHello(one) ? consoleOf("first")(one) : refused("no-session", 401));
    await assert.rejects(api.get("/api/state"), code("no-session"));
    assert.deepEqual(sent.map(isHello), [true, false, true, false]);
  });
  test("shows the token of its address once, and takes it out of the address", async () => {
    door.keep(null);
    leave();
    leave = at(`http://127.0.0.1:${PORT}/?token=abc#/tools`);
    let address = "";
    Object.defineProperty(globalThis, "history", { configurable: true, value: { state: null, replaceState: (_: unknown, __: string, to: string) => (address = to) } });
    answer = (one) => (one.path === "/api/login" ? json({ session: "me", key: KEY }) : consoleOf("first")(one));
    door.takeToken();
    await api.get("/api/state");
    door.forget();
    await api.get("/api/state");
    Reflect.deleteProperty(globalThis, "history");
    assert.equal(address, "/#/tools");
    assert.deepEqual(sent.filter((one) => one.path === "/api/login").map((one) => one.init.body), ['{"token":"abc"}']);
  });
});

describe("The sources of the page", () => {
  test("reach the backend by the door alone", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
    assert.ok(files.length > 100);
    for (const name of files) {
      const text = readFileSync(path.join("src", name), "utf8");
      assert.doesNotMatch(text, /\b(EventSource|XMLHttpRequest|sendBeacon|WebSocket)\b/, name);
      assert.doesNotMatch(text, /\b(href|src|action|data)=\{?[`"']\/api/, name);
      if (!/^api[/\\](client|door)\.ts$/.test(name)) assert.doesNotMatch(text, /(?<![\w.])fetch\(/, name);
    }
  });
});
