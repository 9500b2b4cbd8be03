import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { messageOf } from "../api/client.ts";
import type { AppDocument, AppReference, Call, Tool } from "../api/types.ts";
import { isOver } from "../calls/words.ts";
import { useConsole } from "../state/store.ts";
import { visibleName } from "../text/visible.ts";
import { AppBridge, PROTOCOL_VERSION } from "./bridge.ts";
import { hostContext, styleVariables, type DisplayMode } from "./context.ts";
import { guardFocus, isInUse, pressedIn } from "./focus.ts";
import { allowed } from "./permissions.ts";
import { requestHandlers } from "./requests.tsx";
import { plainValue, resultForApp } from "./results.ts";
import { appTraffic } from "./traffic.ts";

const START_MS = 10_000;
const LEAST_PX = 60;
const MOST_PX = 800;
const FIRST_PX = 240;
const PROBLEMS_KEPT = 5;

interface Given {
  box: RefObject<HTMLDivElement | null>;
  call: Call;
  app: AppReference;
  source: AppDocument;
  sandbox: string;
  theme: "light" | "dark";
  tool: Tool | undefined;
  onClose: () => void;
  onEnded: (why: AppEnd) => void;
}

/** Why the console ended an app: it went to another document, or it took the keyboard again and again. */
export type AppEnd = "left" | "grabbing";

export interface HostedApp {
  mode: DisplayMode;
  setMode: (mode: DisplayMode) => void;
  height: number;
  late: boolean;
  problems: string[];
  calls: string[];
}

/**
 * What an app is made of. While all of it stays the same the app goes on: each event of its call and each reconnection brings
 * new objects that say the same.
 */
export function startedFrom(app: AppReference, source: AppDocument, sandbox: string): readonly [string, string, string, string, string] {
  return [app.uri, source.html, source.csp ?? "", allowed(source.permissions), sandbox];
}

/** Runs an app in a frame of the second origin, and keeps the order in which it is told things. */
export function useHostedApp({ box, call, app, source, sandbox, theme, tool, onClose, onEnded }: Given): HostedApp {
  const [mode, setMode] = useState<DisplayMode>("inline");
  const [height, setHeight] = useState(FIRST_PX);
  const [late, setLate] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const [calls, setCalls] = useState<string[]>([]);
  const bridge = useRef<AppBridge>(null);
  const latest = useRef({ call, tool, theme, mode, onClose, onEnded });
  latest.current = { call, tool, theme, mode, onClose, onEnded };

  const [uri, html, csp, allow, origin] = startedFrom(app, source, sandbox);

  // A layout effect ends before its part of the page is removed, so that the app can still be told.
  useLayoutEffect(() => {
    const holder = box.current;
    if (!holder) return undefined;
    const frame = document.createElement("iframe");
    const pressed = pressedIn(frame, origin);
    const context = (): Record<string, unknown> => {
      const now = latest.current;
      return hostContext(now.call, now.tool, now.theme, now.mode, holder.clientWidth, now.mode === "fullscreen" ? window.innerHeight : MOST_PX);
    };
    const started = setTimeout(() => setLate(true), START_MS);
    const handlers = requestHandlers(latest.current.call, { uri }, (id) => setCalls((before) => [...before, id]));
    const made = new AppBridge(
      (message) => frame.contentWindow?.postMessage(message, origin),
      {
        ...handlers,
        "ui/initialize": () => ({
          protocolVersion: PROTOCOL_VERSION,
          hostInfo: { name: "fairlead-console", version: "1" },
          hostCapabilities: { openLinks: {}, downloadFile: {}, serverTools: {}, serverResources: {}, logging: {}, ...(latest.current.call.chat ? { message: { text: {} }, updateModelContext: { text: {}, structuredContent: {} } } : {}) },
          hostContext: context(),
        }),
        "ui/request-display-mode": async (params) => {
          // Over the whole page only for somebody who is using the app: what covers the console can imitate it.
          const inUse = await isInUse(frame, pressed);
          const wanted = grantedMode(params.mode, latest.current.mode, inUse);
          setMode(wanted);
          return { mode: wanted };
        },
      },
      {
        onSandboxReady: () => made.sendDocument(html, allow, csp),
        onInitialized: () => {
          clearTimeout(started);
          setLate(false);
        },
        onSize: (size) => {
          if (size.height !== undefined) setHeight(Math.min(MOST_PX, Math.max(LEAST_PX, Math.ceil(size.height))));
        },
        onProblem: (text) => setProblems((before) => [...before, text].slice(-PROBLEMS_KEPT)),
        onClosing: () => latest.current.onClose(),
        onLeft: () => latest.current.onEnded("left"),
        onMessage: appTraffic(latest.current.call.server, uri, latest.current.call.id),
      },
    );
    bridge.current = made;
    const listen = (event: MessageEvent): void => {
      if (event.source === frame.contentWindow && event.origin === origin) void made.receive(event.data);
    };
    window.addEventListener("message", listen);
    frame.title = `App of ${visibleName(latest.current.call.tool)}`;
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    frame.setAttribute("allow", allow);
    frame.setAttribute("referrerpolicy", "no-referrer");
    frame.src = `${origin}/sandbox.html#${encodeURIComponent(location.origin)}`;
    holder.append(frame);
    const unguard = guardFocus(frame, {
      pressed,
      onGrabbing: () => {
        frame.remove(); // Nothing else keeps it from taking the focus until it is gone.
        latest.current.onEnded("grabbing");
      },
    });
    const resized = new ResizeObserver(() => made.notify("ui/notifications/host-context-changed", { containerDimensions: context().containerDimensions }));
    resized.observe(holder);
    return () => {
      clearTimeout(started);
      unguard();
      resized.disconnect();
      bridge.current = null;
      void leave(frame, made).then(() => window.removeEventListener("message", listen));
    };
  }, [box, uri, html, csp, allow, origin]);

  useEffect(() => {
    bridge.current?.notify("ui/notifications/host-context-changed", { theme, styles: { variables: styleVariables() }, displayMode: mode });
  }, [theme, mode]);

  useToolMessages(bridge, call);
  return { mode, setMode, height, late, problems, calls };
}

/** The way an app is shown after it asked for one. */
export function grantedMode(wanted: unknown, now: DisplayMode, inUse: boolean): DisplayMode {
  if (wanted === "inline") return "inline";
  return wanted === "fullscreen" && inUse ? "fullscreen" : now;
}

/** Input first, then the result or that there will be none; each once. */
function useToolMessages(bridge: RefObject<AppBridge | null>, given: Call): void {
  const call = useConsole((state) => state.calls.get(given.id)) ?? given;
  const told = useRef<{ bridge: AppBridge | null; input: boolean; end: boolean }>({ bridge: null, input: false, end: false });
  useEffect(() => {
    const current = bridge.current;
    if (!current) return;
    if (told.current.bridge !== current) told.current = { bridge: current, input: false, end: false };
    const done = told.current;
    if (!done.input) {
      done.input = true;
      current.notify("ui/notifications/tool-input", { arguments: plainValue(call.arguments ?? {}) });
    }
    if (done.end || !isOver(call)) return;
    done.end = true;
    if (call.result) {
      resultForApp(call).then(
        (result) => current.notify("ui/notifications/tool-result", result),
        (problem: unknown) => current.notify("ui/notifications/tool-cancelled", { reason: `The result could not be fetched: ${messageOf(problem)}` }),
      );
    } else current.notify("ui/notifications/tool-cancelled", { reason: call.error?.message ?? call.state });
  });
}

interface Movable {
  moveBefore?: (node: Node, before: Node | null) => void;
}

/** The app is told that it ends and has a moment for it. Its frame waits aside where the browser can move one that runs. */
async function leave(frame: HTMLIFrameElement, bridge: AppBridge): Promise<void> {
  const body = document.body as HTMLElement & Movable;
  if (body.moveBefore && frame.isConnected) {
    try {
      body.moveBefore(frame, null);
      frame.hidden = true;
    } catch (problem) {
      console.warn("The app's frame could not be kept for its end", problem);
    }
  }
  await bridge.teardown();
  frame.remove();
}
