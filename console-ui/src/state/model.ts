import type {
  Approval,
  Call,
  ChatHead,
  ConfigProblems,
  LoginFlow,
  Model,
  Question,
  SavedCall,
  Server,
  Settings,
  Task,
  WholeState,
} from "../api/types.ts";

/** How the page stands to its backend; a stranger is somebody else who answers at its address. */
export type Link = "loading" | "live" | "away" | "no-session" | "stranger";

/** Everything the page knows that is not fetched for one area only. Never changed in place. */
export interface ConsoleState {
  link: Link;
  /** Counts up whenever everything was loaded anew; what was fetched before is old. */
  generation: number;
  nextTryAt: number | null;
  version: string;
  keptIn: string;
  configuration: ConfigProblems;
  sandbox: string | null;
  servers: readonly Server[];
  models: readonly Model[];
  chats: readonly ChatHead[];
  calls: ReadonlyMap<string, Call>;
  questions: readonly Question[];
  approvals: readonly Approval[];
  tasks: readonly Task[];
  saved: readonly SavedCall[];
  settings: Settings;
  logins: ReadonlyMap<string, LoginFlow>;
  /** How often each list of a kind has changed since the page was opened. */
  changes: { tools: number; prompts: number; resources: number; metrics: number; kept: number };
  /** When a subscribed resource last changed, by server and address. */
  updated: ReadonlyMap<string, number>;
}

export const nothingYet: ConsoleState = {
  link: "loading",
  generation: 0,
  nextTryAt: null,
  version: "",
  keptIn: "",
  configuration: { problems: [], left: 0 },
  sandbox: null,
  servers: [],
  models: [],
  chats: [],
  calls: new Map(),
  questions: [],
  approvals: [],
  tasks: [],
  saved: [],
  settings: {},
  logins: new Map(),
  changes: { tools: 0, prompts: 0, resources: 0, metrics: 0, kept: 0 },
  updated: new Map(),
};

export function resourceKey(server: string, uri: string): string {
  return `${server}\n${uri}`;
}

/** All of it anew, as after a (re)connection. */
export function loaded(state: ConsoleState, whole: WholeState): ConsoleState {
  return {
    ...state,
    link: "live",
    nextTryAt: null,
    generation: state.generation + 1,
    version: whole.version ?? "",
    keptIn: whole.keptIn ?? "",
    configuration: whole.configuration ?? { problems: [], left: 0 },
    sandbox: whole.sandbox ?? null,
    servers: whole.servers ?? [],
    models: whole.models ?? [],
    chats: whole.chats ?? [],
    calls: new Map((whole.calls ?? []).map((call) => [call.id, call])),
    questions: whole.questions ?? [],
    approvals: whole.approvals ?? [],
    tasks: whole.tasks ?? [],
    saved: whole.saved ?? [],
    settings: whole.settings ?? {},
    // They belonged to the backend that was; one that is still under way is told again when it is asked for.
    logins: new Map(),
  };
}
