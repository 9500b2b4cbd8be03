import type { Approval, Call, ChatHead, ConfigProblems, LoginFlow, Progress, Question, SavedCall, Server, Settings, Task } from "../api/types.ts";
import { resourceKey, type ConsoleState } from "./model.ts";

/** So many calls stay in memory; older ones are in the history. */
const CALLS_KEPT = 400;

/** What one event makes of the state. Unknown events change nothing. */
export function reduce(state: ConsoleState, type: string, data: unknown): ConsoleState {
  switch (type) {
    case "server":
      return { ...state, servers: put(state.servers, data as Server) };
    case "server-gone":
      return { ...state, servers: without(state.servers, idIn(data)) };
    case "tools-changed":
      return oneMore(state, "tools");
    case "prompts-changed":
      return oneMore(state, "prompts");
    case "resources-changed":
      return oneMore(state, "resources");
    case "metrics":
      return oneMore(state, "metrics");
    case "kept":
      return oneMore(state, "kept");
    case "resource-updated": {
      const { server, uri, at } = data as { server: string; uri: string; at: number };
      return { ...state, updated: new Map(state.updated).set(resourceKey(server, uri), at) };
    }
    case "call":
      return { ...state, calls: putCall(state.calls, data as Call) };
    case "progress": {
      const { call, ...progress } = data as Progress & { call: string };
      const known = state.calls.get(call);
      return known ? { ...state, calls: putCall(state.calls, { ...known, progress }) } : state;
    }
    case "question":
      return { ...state, questions: put(state.questions, data as Question) };
    case "question-gone":
      return { ...state, questions: without(state.questions, idIn(data)) };
    case "approval":
      return { ...state, approvals: put(state.approvals, data as Approval) };
    case "approval-gone":
      return { ...state, approvals: without(state.approvals, idIn(data)) };
    case "task":
      return { ...state, tasks: put(state.tasks, data as Task) };
    case "chat":
      return { ...state, chats: put(state.chats, data as ChatHead) };
    case "chat-gone":
      return { ...state, chats: without(state.chats, idIn(data)) };
    case "chat-item": {
      const call = (data as { item?: { callState?: Call | null } }).item?.callState;
      return call ? { ...state, calls: putCall(state.calls, call) } : state;
    }
    case "login": {
      const flow = data as LoginFlow;
      return { ...state, logins: new Map(state.logins).set(flow.server, flow) };
    }
    case "saved":
      return { ...state, saved: (data as { saved: SavedCall[] }).saved };
    case "problems":
      return { ...state, configuration: data as ConfigProblems };
    case "settings":
      return { ...state, settings: data as Settings };
    default:
      return state;
  }
}

/** Without a login that has ended: whoever looks at it next wants to begin a new one. */
export function withoutEndedLogin(state: ConsoleState, server: string): ConsoleState {
  const flow = state.logins.get(server);
  if (!flow || flow.state === "running" || flow.state === "waiting") return state;
  const logins = new Map(state.logins);
  logins.delete(server);
  return { ...state, logins };
}

function oneMore(state: ConsoleState, list: keyof ConsoleState["changes"]): ConsoleState {
  return { ...state, changes: { ...state.changes, [list]: state.changes[list] + 1 } };
}

function idIn(data: unknown): string {
  return (data as { id: string }).id;
}

function put<T extends { id: string }>(list: readonly T[], item: T): readonly T[] {
  const index = list.findIndex((one) => one.id === item.id);
  return index < 0 ? [...list, item] : list.with(index, item);
}

function without<T extends { id: string }>(list: readonly T[], id: string): readonly T[] {
  return list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list;
}

function putCall(calls: ReadonlyMap<string, Call>, call: Call): ReadonlyMap<string, Call> {
  const next = new Map(calls);
  next.set(call.id, call);
  for (const oldest of next.keys()) {
    if (next.size <= CALLS_KEPT) break;
    next.delete(oldest);
  }
  return next;
}
