import type { Json, JsonObject } from "../json/value.ts";

/** What the backend says, in its own words. Times are milliseconds since 1970, durations milliseconds. */

export type ServerState = "waiting" | "connecting" | "connected" | "disconnected" | "error" | "login";

export interface Server {
  id: string;
  name: string;
  title?: string | null;
  transport: "stdio" | "http" | "sse";
  where?: string | null;
  source?: { kind: "own" | "file" | "here"; words: string } | null;
  state: ServerState;
  reason?: string | null;
  hint?: string | null;
  lastLines?: string[] | null;
  revision?: string | null;
  era?: "modern" | "legacy" | null;
  info?: { name: string; version: string } | null;
  instructions?: string | null;
  capabilities?: JsonObject | null;
  tools?: number | null;
  prompts?: number | null;
  resources?: number | null;
  templates?: number | null;
  since?: number | null;
  attempt?: number | null;
  nextTryAt?: number | null;
  restarts?: number | null;
  /** `seen` stands for exactly what `what` says; a yes names it. */
  consent?: { needed: boolean; what?: string | null; seen?: string | null } | null;
  loginPossible?: boolean;
  editable?: boolean;
}

export interface Understood {
  kind: "empty" | "script" | "command" | "url" | "json" | "problem";
  words?: string | null;
  /** `there`: the id of the one that is in the list already, under the same name and the same behind it. */
  servers?: { name: string; transport: string; what: string; there?: string | null }[];
  problem?: string | null;
}

export interface FoundSource {
  product: string;
  path: string;
  servers: { name: string; transport: string; what: string; connected: boolean; problem?: string | null }[];
}

export interface Found {
  sources: FoundSource[];
  recent: { text: string; at: number; name?: string | null }[];
}

export interface LogLine {
  at: number;
  stream: "stderr" | "log" | "event";
  text: string;
}

export interface ToolHints {
  readOnly?: boolean | null;
  destructive?: boolean | null;
  idempotent?: boolean | null;
  openWorld?: boolean | null;
}

export interface AppReference {
  uri: string;
}

export interface Tool {
  server: string;
  name: string;
  title?: string | null;
  description?: string | null;
  inputSchema?: Json;
  outputSchema?: Json;
  hints?: ToolHints | null;
  findings?: string[] | null;
  app?: AppReference | null;
  approval?: "ask" | "allow" | "deny" | null;
}

export type CallState =
  | "pending"
  | "approval"
  | "running"
  | "success"
  | "error"
  | "failed"
  | "cancelled"
  | "denied"
  | "timeout";

export interface Progress {
  progress?: number | null;
  total?: number | null;
  message?: string | null;
}

export interface Block {
  type: "text" | "image" | "audio" | "resource" | "link";
  text?: string | null;
  cutAt?: number | null;
  mime?: string | null;
  uri?: string | null;
  name?: string | null;
  data?: string | null;
  /** How many bytes there are, whether or not they came along. */
  bytes?: number | null;
  href?: string | null;
}

export interface Result {
  content?: Block[] | null;
  structured?: Json;
  isError?: boolean;
  cut?: boolean;
  bytes?: number | null;
  /** How long what is structured is, written out, where it is too long to come along. */
  structuredCut?: number | null;
}

export interface CallError {
  code?: Json;
  message: string;
  /** How long the whole message is, where it came cut. */
  messageCut?: number | null;
  hint?: string | null;
}

export interface Call {
  id: string;
  server: string;
  tool: string;
  arguments?: Json;
  state: CallState;
  startedAt?: number | null;
  tookMs?: number | null;
  wireMs?: number | null;
  queueMs?: number | null;
  /** How long people were waited for; it is within `tookMs`. */
  waitedMs?: number | null;
  bytes?: number | null;
  progress?: Progress | null;
  result?: Result | null;
  error?: CallError | null;
  by?: "you" | "model" | "app";
  chat?: string | null;
  traffic?: string[] | null;
  questions?: string[] | null;
  schema?: { checked: boolean; violations: string[] } | null;
  app?: AppReference | null;
  rerunOf?: string | null;
}

export interface Problem {
  path: string;
  message: string;
}

export interface SavedCall {
  id: string;
  name: string;
  server: string;
  tool: string;
  arguments: Json;
}

export interface PromptArgument {
  name: string;
  title?: string | null;
  description?: string | null;
  required?: boolean | null;
}

export interface Prompt {
  server: string;
  name: string;
  title?: string | null;
  description?: string | null;
  arguments?: PromptArgument[] | null;
}

export interface PromptAnswer {
  description?: string | null;
  messages: { role: string; content: Block }[];
}

export interface Resource {
  server: string;
  uri: string;
  name: string;
  title?: string | null;
  description?: string | null;
  mime?: string | null;
  size?: number | null;
}

export interface ResourceTemplate {
  server: string;
  uriTemplate: string;
  name: string;
  title?: string | null;
  description?: string | null;
  mime?: string | null;
}

export interface Completion {
  values: string[];
  total?: number | null;
  hasMore?: boolean | null;
}

export interface SamplingMessage {
  role: string;
  content: Block | Block[];
}

export interface Question {
  id: string;
  server: string;
  call?: string | null;
  chat?: string | null;
  kind: "form" | "page" | "sampling" | "roots";
  message?: string | null;
  schema?: Json;
  url?: string | null;
  urlHost?: string | null;
  sampling?: {
    messages?: SamplingMessage[];
    systemPrompt?: string | null;
    maxTokens?: number | null;
    /** All else that it asks for, as it came: tools, which model, and so on. */
    wishes?: Json;
    models?: Json;
  } | null;
  /** A model is writing the answer, as somebody wished. */
  answering?: boolean | null;
  at?: number | null;
}

export interface Task {
  id: string;
  server: string;
  call?: string | null;
  state: string;
  message?: string | null;
  pollMs?: number | null;
  createdAt?: number | null;
  ttl?: number | null;
}

export type Decision = "once" | "chat" | "tool" | "server" | "deny";

export interface Approval {
  id: string;
  call: string;
  chat?: string | null;
  app?: AppReference | null;
  server: string;
  tool: string;
  arguments?: Json;
  description?: string | null;
  /** How long it is, if what came is only its beginning. */
  descriptionCut?: number | null;
  /** All that the server says of the tool, which a yes approves. */
  definition?: Json;
  /** How long it is, where it is too long to be shown whole; then the call can only be denied. */
  definitionCut?: number | null;
  hints?: ToolHints | null;
  at?: number | null;
  why?: "first-use" | "changed" | "rule" | null;
  /** Somebody decided that every call of it is asked about. */
  ruled?: boolean;
  /** How the tool differs from what was approved, where it does; its texts hide nothing. */
  difference?: Difference | null;
}

export interface Difference {
  changes: { pointer: string; before?: string | null; after?: string | null; remark?: string | null }[];
  /** How many more there are. */
  left: number;
}

/** A decision that holds for good. */
export interface KeptApproval {
  id: string;
  server: string;
  /** None: every tool of the server. */
  tool?: string | null;
  decision: "allow" | "deny";
  /** False: it was allowed to what the server was then. */
  holds?: boolean;
  at?: number | null;
}

/** One of the ten policies, as it is now. */
export interface Policy {
  number: number;
  name: string;
  title: string;
  facts: PolicyFact[];
  /** How to change what holds. */
  change: string[];
}

export interface PolicyFact {
  name: string;
  /** None: for all servers. It is a name, not an id. */
  server: string | null;
  holds: string;
  /** A file, a variable, or what is built in. */
  from: string;
}

export interface Row {
  id: string;
  at: number;
  server: string;
  direction: "out" | "in" | "app";
  method?: string | null;
  rpcId?: string | number | null;
  kind: "request" | "notification" | "error-output" | "http";
  status?: "open" | "ok" | "error" | "cancelled" | "lost" | null;
  tookMs?: number | null;
  bytes?: number | null;
  call?: string | null;
  http?: { status?: number | null; url?: string | null } | null;
}

export interface Exchange {
  row: Row;
  /** As text, redacted. */
  request?: string | null;
  response?: string | null;
  headers?: { request?: [string, string][]; response?: [string, string][] } | null;
  lines?: string[] | null;
  cut?: boolean;
  /** What was sent and received is not kept any more. */
  dropped?: boolean;
}

export interface Model {
  id: string;
  label: string;
  provider: string;
  ready: boolean;
  why?: string | null;
  /** The one that is asked where nobody chose another. */
  usual?: boolean;
}

export interface ChatHead {
  id: string;
  title?: string | null;
  at?: number | null;
  model?: string | null;
  servers?: string[] | null;
  running?: boolean;
  steps?: number | null;
  maxSteps?: number | null;
  tokens?: { in?: number | null; out?: number | null; toolList?: number | null } | null;
}

export interface ChatItem {
  id: string;
  type: "user" | "assistant" | "call" | "note" | "limit" | "thinking";
  text?: string | null;
  at?: number | null;
  call?: string | null;
  callState?: Call | null;
  streaming?: boolean;
  level?: string | null;
}

export interface LoginFlow {
  server: string;
  state: "running" | "waiting" | "done" | "failed";
  url?: string | null;
  urlHost?: string | null;
  steps: { at?: number; title: string; detail?: string | null; request?: string | null; response?: string | null; ok?: boolean | null }[];
  message?: string | null;
}

export interface AppDocument {
  html: string;
  csp?: string | null;
  permissions?: string[] | null;
  domains?: string[] | null;
  prefersBorder?: boolean | null;
  agreed: boolean;
  /** Stands for exactly what is asked for; sent back with the agreement to it. */
  seen?: string | null;
}

export interface ServerMetrics {
  server: string;
  calls: number;
  errors: number;
  restarts?: number | null;
  p50?: number | null;
  p95?: number | null;
  p99?: number | null;
  perMinute?: { at: number; calls: number; errors: number; p50?: number | null; p95?: number | null }[];
}

export interface Settings {
  model?: string | null;
  theme?: "auto" | "light" | "dark";
  callTimeoutMs?: number | null;
  maxSteps?: number | null;
}

export interface WholeState {
  version?: string;
  seq: string | number;
  servers: Server[];
  models: Model[];
  chats: ChatHead[];
  calls: Call[];
  questions: Question[];
  approvals: Approval[];
  tasks: Task[];
  saved: SavedCall[];
  settings: Settings;
  sandbox?: string | null;
  keptIn?: string | null;
  configuration?: ConfigProblems | null;
}

/** What is wrong with the files that configure servers. */
export interface ConfigProblems {
  problems: { severity: "error" | "warning"; text: string }[];
  /** How many more there are. */
  left: number;
}
