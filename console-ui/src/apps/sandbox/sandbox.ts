/**
 * The page between the console and the interface that a tool brought along. It is on an origin of its own, holds nothing,
 * and passes messages on: from the console's window to the app's window and back, each checked by its window and its origin.
 */

import { beginning } from "../../text/visible.ts";
import { frameRule, newSecret, withReporter } from "./document.ts";
import { Presses, PRESSED } from "./presses.ts";

const READY = "ui/notifications/sandbox-proxy-ready";
const RESOURCE = "ui/notifications/sandbox-resource-ready";
const PROBLEM = "ui/notifications/sandbox-app-problem";
const LEFT = "ui/notifications/sandbox-app-left";
const MOST_PER_SECOND = 200;
const LONGEST_PROBLEM = 500;
/** So long may an app take to show that it is still there. */
const STILL_MS = 2_000;

interface Message {
  jsonrpc?: unknown;
  method?: unknown;
  params?: { html?: unknown; allow?: unknown; csp?: unknown; within?: unknown; patience?: unknown };
  fairleadProblem?: unknown;
  fairleadStill?: unknown;
  fairleadInput?: unknown;
  secret?: unknown;
}

const host = window.parent;
const hostOrigin = originIn(location.hash);

function originIn(hash: string): string | null {
  try {
    const url = new URL(decodeURIComponent(hash.slice(1)));
    const here = url.hostname === "127.0.0.1" || url.hostname === "localhost";
    return url.protocol === "http:" && here && url.origin !== location.origin ? url.origin : null;
  } catch {
    return null;
  }
}

function serve(origin: string): void {
  let inner: HTMLIFrameElement | undefined;
  let shown = false;
  let loads = 0;
  /** What the app is asked right now, if it is; what it said meanwhile. */
  let asked: string | undefined;
  const held: Message[] = [];
  const secret = newSecret();
  // An old browser remembers nothing; there an app may have the focus.
  const presses = new Presses(() => navigator.userActivation?.isActive ?? true, () => performance.now());
  let second = 0;
  let passed = 0;

  const toHost = (message: unknown): void => host.postMessage(message, origin);

  const mayPass = (): boolean => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      second = now;
      passed = 0;
    }
    if (++passed === MOST_PER_SECOND + 1) toHost(problem("The app sends too many messages; some are dropped."));
    return passed <= MOST_PER_SECOND;
  };

  window.addEventListener("message", (event: MessageEvent<Message | null>) => {
    const message = event.data;
    if (typeof message !== "object" || message === null) return;
    if (event.source === host && event.origin === origin) {
      if (message.method === RESOURCE) show(message);
      else if (message.method === PRESSED) void presses.were(message.params?.within, message.params?.patience).then((pressed) => event.ports[0]?.postMessage(pressed));
      else inner?.contentWindow?.postMessage(message, "*");
    } else if (inner && event.source === inner.contentWindow && event.origin === "null") {
      if (typeof message.fairleadStill === "string") answered(message);
      else if (message.fairleadInput !== undefined) heard(message);
      else if (mayPass()) fromApp(message);
    }
  });

  function fromApp(message: Message): void {
    if (asked !== undefined) held.push(message);
    else if (typeof message.fairleadProblem === "string") toHost(problem(message.fairleadProblem));
    else if (message.jsonrpc === "2.0" && !isOurs(message.method)) toHost(message);
  }

  /**
   * Something was loaded into the app's frame. A browser says so, too, when it has stopped that and the app is still there, so
   * the app is asked; what comes meanwhile waits. Whatever is there instead is not what the person agreed to.
   */
  function loadedAgain(): void {
    const question = newSecret();
    asked = question;
    inner?.contentWindow?.postMessage({ fairleadStill: question }, "*");
    setTimeout(() => {
      if (asked === question) leave();
    }, STILL_MS);
  }

  function answered(message: Message): void {
    if (message.fairleadStill !== asked || message.secret !== secret) return;
    asked = undefined;
    for (const one of held.splice(0)) fromApp(one);
  }

  function heard(message: Message): void {
    if (message.secret !== secret) return;
    if (message.fairleadInput === "pointerdown") presses.pressed();
    else presses.typed();
  }

  function leave(): void {
    inner?.remove();
    inner = undefined;
    held.length = 0;
    toHost({ jsonrpc: "2.0", method: LEFT, params: {} });
  }

  function show(message: Message): void {
    const html = message.params?.html;
    if (typeof html !== "string" || shown) return;
    shown = true;
    bind(frameRule(message.params?.csp));
    const frame = document.createElement("iframe");
    inner = frame;
    inner.setAttribute("sandbox", "allow-scripts allow-forms");
    inner.setAttribute("allow", typeof message.params?.allow === "string" ? message.params.allow : "");
    inner.setAttribute("referrerpolicy", "no-referrer");
    inner.title = "App";
    for (const [name, value] of Object.entries({ position: "fixed", inset: "0", width: "100%", height: "100%", border: "0" })) {
      inner.style.setProperty(name, value);
    }
    frame.addEventListener("load", () => (loads++ === 0 ? undefined : loadedAgain()));
    inner.srcdoc = withReporter(html, secret);
    document.body.append(inner);
  }

  toHost({ jsonrpc: "2.0", method: READY, params: {} });
}

/** Adds a rule to those of this page. */
function bind(rule: string): void {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = rule;
  document.head.append(meta);
}

/** What only this page may say; an app that says it is not passed on. */
function isOurs(method: unknown): boolean {
  return typeof method === "string" && method.startsWith("ui/notifications/sandbox-");
}

function problem(text: string): unknown {
  return { jsonrpc: "2.0", method: PROBLEM, params: { text: beginning(text, LONGEST_PROBLEM) } };
}

if (host !== window && hostOrigin !== null) {
  const origin = hostOrigin;
  if (document.body) serve(origin);
  else document.addEventListener("DOMContentLoaded", () => serve(origin));
}
