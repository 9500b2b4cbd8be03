import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { renderToStaticMarkup } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import type { Approval, Question } from "../src/api/types.ts";
import { ConfigProblemList } from "../src/app/ConfigBanner.tsx";
import { ApprovalPanel } from "../src/calls/ApprovalPanel.tsx";
import { KeyHolder } from "../src/calls/approvalKeys.ts";
import { allowOthers, argumentsKey, asDraft, decide, editable, isBeingEdited, reasonKey, writtenIn } from "../src/calls/decide.ts";
import { SamplingQuestion } from "../src/calls/SamplingQuestion.tsx";
import { answeredQuestion, endedQuestions, sawQuestion } from "../src/calls/endedQuestions.ts";
import { wholeApprovals } from "../src/calls/mounted.ts";
import { ApprovalBar } from "../src/chat/ApprovalBar.tsx";
import type { JsonObject } from "../src/json/value.ts";
import { keepDraft, readDraft } from "../src/state/drafts.ts";
import { store } from "../src/state/store.ts";
import { cutMessage } from "../src/text/visible.ts";
import { WholeJson } from "../src/viewers/WholeJson.tsx";
import { answering } from "./reach.ts";

describe("A key that decides about a call", () => {
  let now = 0;
  let focus = -1;
  const holder = (): KeyHolder<number> => new KeyHolder<number>({ hasFocus: (card) => card === focus, isBefore: (card, other) => card < other }, () => now);
  beforeEach(() => {
    now = 0;
    focus = -1;
  });

  test("means one card only: the one with the focus, else the first on the page", () => {
    const keys = holder();
    keys.add(2);
    keys.add(1);
    keys.add(3);
    assert.deepEqual([1, 2, 3].filter((card) => keys.holds(card)), [1]);
    focus = 3;
    keys.choose();
    assert.deepEqual([1, 2, 3].filter((card) => keys.holds(card)), [3]);
  });

  test("is none right after the card appeared", () => {
    const keys = holder();
    keys.add(1);
    assert.equal(keys.decides(1), false);
    now = 399;
    assert.equal(keys.decides(1), false);
    now = 400;
    assert.equal(keys.decides(1), true);
  });

  test("does not fall through to the next card when the first is decided", () => {
    const keys = holder();
    const leave = keys.add(1);
    keys.add(2);
    now = 10_000;
    assert.equal(keys.decides(1), true);
    assert.equal(keys.decides(2), false);
    leave();
    assert.equal(keys.holds(2), true);
    assert.equal(keys.decides(2), false);
    now += 400;
    assert.equal(keys.decides(2), true);
  });
});

describe("A decision", () => {
  const approval: Approval = { id: "a1", call: "c1", server: "s", tool: "t", arguments: {} };
  const kept = new Map<string, string>();
  let leave: () => void = () => undefined;
  beforeEach(() => {
    kept.clear();
    Object.defineProperty(globalThis, "sessionStorage", {
      configurable: true,
      value: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text), removeItem: (key: string) => kept.delete(key) },
    });
    store.event("approval", approval);
  });
  afterEach(() => {
    leave();
    store.event("approval-gone", approval);
    Reflect.deleteProperty(globalThis, "sessionStorage");
  });
  const answer = (status: number, code: string): void => {
    leave = answering(() => Promise.resolve(Response.json({ error: { code, message: "no" } }, { status })));
  };

  test("about a call that was decided before takes its buttons away and is no problem", async () => {
    answer(409, "answered");
    await decide(approval, "once");
    assert.deepEqual(store.get().approvals, []);
  });

  test("that is refused for another reason leaves the card, and what was written in it", async () => {
    answer(400, "bad-arguments");
    keepDraft(argumentsKey(approval), asDraft("{"));
    await assert.rejects(decide(approval, "once"), { code: "bad-arguments" });
    assert.equal(store.get().approvals.length, 1);
    assert.equal(writtenIn(readDraft(argumentsKey(approval))), "{");
  });

  test("knows that arguments are being changed, even while the field is empty", () => {
    assert.equal(isBeingEdited(approval), false);
    keepDraft(argumentsKey(approval), asDraft(""));
    assert.equal(isBeingEdited(approval), true);
    keepDraft(argumentsKey(approval), asDraft(null));
    assert.equal(isBeingEdited(approval), false);
  });

  test("knows that somebody writes why a call is denied", () => {
    keepDraft(reasonKey(approval), "not");
    assert.equal(isBeingEdited(approval), true);
    keepDraft(reasonKey(approval), "");
    assert.equal(isBeingEdited(approval), false);
  });

  test("about a whole server allows what else its chat asks, but nothing that is written in, has a rule, changed, or is not all on the page", async () => {
    const sent: string[] = [];
    leave = answering((path, init) => {
      sent.push(`${path} ${String(init?.body)}`);
      return Promise.resolve(Response.json({}));
    });
    const of = (id: string, more: Partial<Approval> = {}): Approval => ({ ...approval, id, chat: "x", ...more });
    const all = [of("plain"), of("edited"), of("denied"), of("ruled", { ruled: true }), of("changed", { why: "changed" }), of("elsewhere", { chat: "y" }), of("by-hand", { chat: null }), of("other", { server: "s2" })];
    for (const one of [...all, of("cut")]) store.event("approval", one);
    const unmount = all.map((one) => wholeApprovals.add(one.id));
    keepDraft(argumentsKey({ id: "edited" }), asDraft("{"));
    keepDraft(reasonKey({ id: "denied" }), "because");
    await allowOthers(of("first"));
    assert.deepEqual(sent, ['/api/approvals/plain {"decision":"once"}']);
    for (const end of unmount) end();
    for (const one of [...all, of("cut")]) store.event("approval-gone", one);
  });
});

describe("Arguments that somebody decides about", () => {
  const shown = (value: Parameters<typeof WholeJson>[0]["value"]): string =>
    renderToStaticMarkup(
      <MantineProvider>
        <WholeJson value={value} label="arguments" />
      </MantineProvider>,
    );
  test("are there to the last character, at any depth, and hide nothing", () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`name${index}`, { deep: [[{ leaf: `leaf-${index}` }]] }]));
    const html = shown({ command: `${"x".repeat(5_000)}END`, hidden: "a\u202Eb\u200B", ...many });
    assert.ok(html.includes(`${"x".repeat(1_000)}END`));
    for (let index = 0; index < 300; index++) assert.ok(html.includes(`leaf-${index}&quot;`), String(index));
    assert.ok(html.includes("a\\u202Eb\\u200B"));
  });
  test("are edited with hidden characters in sight, and mean the same", () => {
    const given = { "na\u200Bme": "a\u202Eb\u{E0041}", plain: "Grüße\n👍" };
    const text = editable(given);
    assert.match(text, /"na\\u200Bme": "a\\u202Eb\\uDB40\\uDC41"/);
    assert.match(text, /👍/);
    assert.deepEqual(JSON.parse(text), given);
  });
  test("are not cut inside a character where the page holds them in pieces", () => {
    const html = shown("👍".repeat(20_000));
    assert.equal(html.match(/👍/gu)?.length, 20_000);
    assert.doesNotMatch(html, /\\uD83D/);
  });
});

describe("A question that somebody saw", () => {
  const question = (id: string): Question => ({ id, server: "s", call: "c", kind: "form", message: `asked by ${id}` });
  test("stays with its call when it went away without an answer from here", () => {
    const [first, second] = [question("q1"), question("q2")];
    sawQuestion(first);
    sawQuestion(second);
    assert.deepEqual(endedQuestions("c", [first, second]), []);
    answeredQuestion("q1");
    assert.deepEqual(endedQuestions("c", []), [second]);
    assert.deepEqual(endedQuestions("other", []), []);
  });
});

describe("What a server wants of a model", () => {
  test("is all on the page before anybody agrees, as it was written", () => {
    const messages = Array.from({ length: 120 }, (_, index) => ({ role: "user", content: [{ type: "text" as const, text: `message-${index}. [a](b) <!-- c --> \u200B` }] }));
    const question: Question = {
      id: "q9",
      server: "s",
      kind: "sampling",
      sampling: {
        systemPrompt: `${"s".repeat(60_000)}END-SYSTEM`,
        maxTokens: 50,
        messages: [...messages, { role: "user", content: [{ type: "text", text: `${"x".repeat(90_000)}END-TEXT` }, { type: "image", mime: "image/png", bytes: 2_000 }] }],
        wishes: { temperature: 0.5, tools: [{ name: "offered-tool" }] },
      },
    };
    const html = renderToStaticMarkup(
      <MantineProvider>
        <SamplingQuestion question={question} answer={() => undefined} busy={false} />
      </MantineProvider>,
    );
    for (let index = 0; index < 120; index++) assert.ok(html.includes(`message-${index}. [a](b) &lt;!-- c --&gt; \\u200B`), String(index));
    assert.match(html, /121 messages and a system prompt/);
    assert.ok(html.includes("END-SYSTEM") && html.includes("END-TEXT") && html.includes("[image, image/png, 2.0 kB]") && html.includes("offered-tool"));
    assert.doesNotMatch(html, /<details|Show more/);
  });
  test("is not agreed to before all else that is wanted is on the page", () => {
    const shown = (wishes: JsonObject): string =>
      renderToStaticMarkup(
        <MantineProvider>
          <SamplingQuestion question={{ id: "q10", server: "s", kind: "sampling", sampling: { maxTokens: 5, messages: [], wishes } }} answer={() => undefined} busy={false} />
        </MantineProvider>,
      );
    assert.match(shown({ temperature: 1 }), /Look at all that is wanted/);
    assert.doesNotMatch(shown({}), /Look at all that is wanted/);
  });
});

describe("What a model is writing an answer to", () => {
  const shown = (answering: boolean): string =>
    renderToStaticMarkup(
      <MantineProvider>
        <SamplingQuestion question={{ id: "q11", server: "s", kind: "sampling", sampling: { maxTokens: 5, messages: [] }, answering }} answer={() => undefined} busy />
      </MantineProvider>,
    );
  test("is given to no other model, and can be declined", () => {
    assert.match(shown(true), /<p role="status">A model is writing the answer\./);
    assert.doesNotMatch(shown(true), /Let the model answer/);
    assert.match(shown(true), /<button(?![^>]*disabled)[^>]*>(?:<[^>]*>)*Decline</);
    assert.match(shown(false), /Let the model answer/);
    assert.doesNotMatch(shown(false), /<button(?![^>]*disabled)[^>]*>(?:<[^>]*>)*Decline</);
  });
});

describe("A message that came cut", () => {
  test("says how long all of it is", () => {
    assert.equal(cutMessage("abc", 20_001), "abc… (the first 3 of 20,001 characters)");
    assert.equal(cutMessage("abc", null), "abc");
  });
});

describe("The card of a call that waits", () => {
  const approval: Approval = { id: "a7", call: "c7", server: "s", tool: "t", description: "d".repeat(5_000), arguments: { path: "/etc" } };
  const shown = (more: Partial<Approval>): string =>
    renderToStaticMarkup(
      <MantineProvider>
        <ApprovalPanel approval={{ ...approval, ...more }} />
      </MantineProvider>,
    );
  test("offers to allow for the chat only in a chat", () => {
    assert.match(shown({ chat: "x" }), /Allow for this chat/);
    assert.doesNotMatch(shown({ app: { uri: "ui://a" } }), /Allow for this chat/);
    assert.match(shown({}), /Allow once/);
  });
  test("shows what has changed of the tool since it was approved, place by place, and what is not shown", () => {
    const html = shown({
      why: "changed",
      difference: {
        changes: [
          { pointer: "/description", before: '"reads"', after: '"writes <b>"', remark: "character 1 was U+0072" },
          { pointer: "/inputSchema/properties/token", before: null, after: '{"type":"string"}' },
          { pointer: "", before: "gone", after: null },
        ],
        left: 3,
      },
    });
    assert.match(html, /is not what was approved/);
    assert.match(html, /\/description.*was <del>&quot;reads&quot;<\/del>.*is <ins>&quot;writes &lt;b&gt;&quot;<\/ins>.*U\+0072/);
    assert.match(html, /\/inputSchema\/properties\/token.*is new.*is <ins>/);
    assert.match(html, /\(all of it\).*is gone/);
    assert.match(html, /3 more changes/);
    assert.doesNotMatch(shown({}), /has changed/);
  });
  test("shows all that the server says of the tool, in every member, and hides nothing", () => {
    const html = shown({ definition: { name: "t", inputSchema: { properties: { p: { description: `${"d".repeat(40_000)}\u200BEND-SCHEMA` } } }, _meta: { more: "END-META" } } });
    assert.ok(html.includes("\\u200BEND-SCHEMA") && html.includes("END-META"));
    assert.match(html, /aria-label="definition"/);
    assert.doesNotMatch(html, /too long/);
  });
  test("agrees to nothing before all of it is on the page, and never to what is too long for it", () => {
    const buttons = (html: string): string[] => [...html.matchAll(/<button[^>]*data-disabled="true"[^>]*>(.*?)<\/button>/g)].map((found) => found[1]!.replace(/<[^>]*>/g, ""));
    for (const more of [{ definition: { name: "t" } }, { definition: null, definitionCut: 300_000 }]) {
      const disabled = buttons(shown({ chat: "x", ...more }));
      for (const yes of ["Allow once", "Allow for this chat", "Always"]) assert.ok(disabled.some((one) => one.startsWith(yes)), yes);
      assert.ok(!disabled.some((one) => one.startsWith("Deny")));
    }
    assert.match(shown({ definition: null, definitionCut: 300_000 }), /too long to be shown whole \(300 kB\).*can only be denied/);
  });
  test("is allowed together with others only while all of each is on the page", () => {
    const bar = (): string =>
      renderToStaticMarkup(
        <MantineProvider>
          <ApprovalBar approvals={[approval, { ...approval, id: "a8" }]} />
        </MantineProvider>,
      );
    const leave = wholeApprovals.add("a7");
    assert.match(bar(), /data-disabled="true"[^>]*>.*Allow all.*Not all of 1 call is shown/);
    const leaveToo = wholeApprovals.add("a8");
    assert.doesNotMatch(bar(), /data-disabled|is shown/);
    leave();
    leaveToo();
    assert.match(bar(), /Not all of 2 calls is shown/);
  });
  test("says who wants the call, and that it was decided to ask", () => {
    assert.match(shown({ chat: "x" }), /The model wants to call/);
    assert.match(shown({ app: { uri: "ui://a" } }), /An app wants to call/);
    assert.match(shown({ ruled: true }), /You want to call.*decided to ask at every call/);
    assert.doesNotMatch(shown({}), /decided to ask/);
  });
  test("shows all that the server says of the tool, or how much there is", () => {
    assert.ok(shown({}).includes("d".repeat(5_000)));
    assert.match(shown({ descriptionCut: 30_000 }), /the first 5,000 of 30,000 characters/);
  });
});

describe("What is wrong with the configuration", () => {
  test("is on the page, all of it, and hides nothing", () => {
    const html = renderToStaticMarkup(<ConfigProblemList configuration={{ problems: [{ severity: "error", text: "fairlead.json:3: o\u202Eops" }, { severity: "warning", text: "second" }], left: 2 }} />);
    assert.match(html, /4 problems.*fairlead\.json:3: o\\u202Eops.*second.*and 2 more/);
    assert.doesNotMatch(renderToStaticMarkup(<ConfigProblemList configuration={{ problems: [], left: 0 }} />), /problem/);
  });
});
