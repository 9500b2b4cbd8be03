/**
 * The page between the console and the interface that a tool brought along. It is on an origin of its own, holds nothing,
 * and passes messages on: from the console's window to the app's window and back, each checked by its window and its origin.
 */

import { beginning } from "../../text/visible.ts";
import { frameRule, withReporter } from "./document.ts";

const READY = "ui/notifications/sandbox-proxy-ready";
const RESOURCE = "ui/notifications/sandbox-resource-ready";
const PROBLEM = "ui/notifications/sandbox-app-problem";
const LEFT = "ui/notifications/sandbox-app-left";
const MOST_PER_SECOND = 200;
const LONGEST_PROBLEM = 500;

interface Message {
  jsonrpc?: unknown;
  method?: unknown;
  params?: { html?: unknown; allow?: unknown; csp?: unknown };
  fairleadProblem?: unknown;
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
      else inner?.contentWindow?.postMessage(message, "*");
    } else if (inner && event.source === inner.contentWindow && event.origin === "null") {
      if (!mayPass()) return;
      if (typeof message.fairleadProblem === "string") toHost(problem(message.fairleadProblem));
      else if (message.jsonrpc === "2.0" && !isOurs(message.method)) toHost(message);
    }
  });

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
    let loads = 0;
    // Whatever comes after the first document is not what the person agreed to, even where the rules let it in.
    frame.addEventListener("load", () => {
      if (++loads < 2) return;
      inner = undefined;
      frame.remove();
      toHost({ jsonrpc: "2.0", method: LEFT, params: {} });
    });
    inner.srcdoc = withReporter(html);
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
