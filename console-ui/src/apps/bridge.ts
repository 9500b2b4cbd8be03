/**
 * The host's side of the protocol between a console and a tool's own interface (extension io.modelcontextprotocol/ui,
 * 2026-01-26). It is small enough to be written out here; the official bridge brings a schema library several times the size
 * of this page.
 */

export const PROTOCOL_VERSION = "2026-01-26";

export type Params = Record<string, unknown>;
export type RequestHandler = (params: Params) => Promise<unknown> | unknown;

export interface BridgeHooks {
  /** The proxy page is there and wants the document. */
  onSandboxReady: () => void;
  onInitialized: () => void;
  onSize: (size: { width?: number; height?: number }) => void;
  onProblem: (text: string) => void;
  onClosing: () => void;
  /** The app went to another document; it is gone. */
  onLeft: () => void;
  /** Every message, for the traffic. */
  onMessage: (to: "host" | "app", message: unknown) => void;
}

interface Message {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Params;
  result?: unknown;
  error?: { code: number; message: string };
}

/** A refusal that the app is told. */
export class AppRefusal extends Error {
  constructor(
    message: string,
    readonly code = -32000,
  ) {
    super(message);
  }
}

const TEARDOWN_MS = 500;

export class AppBridge {
  private ready = false;
  private waiting: Message[] = [];
  private nextId = 1;
  private readonly answers = new Map<string | number, () => void>();

  constructor(
    private readonly post: (message: unknown) => void,
    private readonly handlers: Record<string, RequestHandler>,
    private readonly hooks: BridgeHooks,
  ) {}

  /** A message from the app's window, already checked for where it comes from. */
  async receive(data: unknown): Promise<void> {
    if (!isMessage(data)) return;
    this.hooks.onMessage("host", data);
    if (data.method === undefined) {
      if (data.id !== undefined) this.answers.get(data.id)?.();
    } else if (data.id === undefined) this.notified(data.method, data.params ?? {});
    else this.post_(await this.answer(data.id, data.method, data.params ?? {}));
  }

  private notified(method: string, params: Params): void {
    switch (method) {
      case "ui/notifications/sandbox-proxy-ready":
        this.hooks.onSandboxReady();
        break;
      case "ui/notifications/sandbox-app-problem":
        this.hooks.onProblem(String(params.text ?? ""));
        break;
      case "ui/notifications/sandbox-app-left":
        this.ready = false;
        this.hooks.onLeft();
        break;
      case "ui/notifications/initialized":
        this.ready = true;
        for (const message of this.waiting.splice(0)) this.post_(message);
        this.hooks.onInitialized();
        break;
      case "ui/notifications/size-changed":
        this.hooks.onSize({ ...(Number.isFinite(params.width) ? { width: params.width as number } : {}), ...(Number.isFinite(params.height) ? { height: params.height as number } : {}) });
        break;
      case "ui/notifications/request-teardown":
        this.hooks.onClosing();
        break;
      default:
      // Log messages and what is newer than this page: they are in the traffic.
    }
  }

  private async answer(id: string | number, method: string, params: Params): Promise<Message> {
    const handler = Object.hasOwn(this.handlers, method) ? this.handlers[method] : undefined;
    if (!handler) return { jsonrpc: "2.0", id, error: { code: -32601, message: `The console does not know ${method}.` } };
    try {
      return { jsonrpc: "2.0", id, result: await handler(params) };
    } catch (problem) {
      const code = problem instanceof AppRefusal ? problem.code : -32603;
      return { jsonrpc: "2.0", id, error: { code, message: problem instanceof Error ? problem.message : String(problem) } };
    }
  }

  /** The document goes to the proxy, which makes the app of it. */
  sendDocument(html: string, allow: string, csp: string): void {
    this.post({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params: { html, allow, csp } });
  }

  /** What the app is told waits, in order, until it has said that it is initialized. */
  notify(method: string, params: unknown): void {
    const message: Message = { jsonrpc: "2.0", method, params: params as Params };
    if (this.ready) this.post_(message);
    else this.waiting.push(message);
  }

  /** Tells the app that it ends, and waits a moment for it to be done. */
  async teardown(): Promise<void> {
    if (!this.ready) return;
    const id = `host-${this.nextId++}`;
    await new Promise<void>((done) => {
      this.answers.set(id, done);
      setTimeout(done, TEARDOWN_MS);
      this.post_({ jsonrpc: "2.0", id, method: "ui/resource-teardown", params: {} });
    });
  }

  private post_(message: Message): void {
    this.hooks.onMessage("app", message);
    this.post(message);
  }
}

function isMessage(data: unknown): data is Message {
  if (typeof data !== "object" || data === null) return false;
  const message = data as Partial<Message>;
  return (
    message.jsonrpc === "2.0" &&
    (message.method === undefined || typeof message.method === "string") &&
    (message.id === undefined || typeof message.id === "string" || typeof message.id === "number") &&
    (message.params === undefined || (typeof message.params === "object" && message.params !== null))
  );
}
