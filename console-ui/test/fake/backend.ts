import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Session } from "../../src/api/door.ts";
import { readJson } from "../../src/json/read.ts";
import { writeJson } from "../../src/json/write.ts";
import { FakeConsole } from "./console.ts";
import { route } from "./routes.ts";

/**
 * A stand-in for the backend that keeps to the contract between page and backend: enough of it to look at every part of the
 * page without Java. It lets everybody in, and shows who it is as the backend does.
 */
export interface Fake {
  url: string;
  /** The address that a terminal would print. */
  printed: string;
  /** What every page is given. */
  session: Session;
  console: FakeConsole;
  stop: () => Promise<void>;
}

const MIMES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

export async function startFake(options: { page?: string; port?: number } = {}): Promise<Fake> {
  const console = new FakeConsole();
  const sandbox = createServer((request, response) => {
    const wanted = (request.url ?? "/").split("?")[0]!;
    if (options.page && /^\/sandbox\.(html|js)$/.test(wanted)) {
      response.setHeader("Content-Security-Policy", `frame-ancestors ${console.origin}`);
      sendFile(response, path.join(options.page, wanted));
    } else {
      response.writeHead(404).end();
    }
  });
  await listen(sandbox, 0);
  console.sandbox = originOf(sandbox);
  const server = createServer((request, response) => void handle(request, response));
  await listen(server, options.port ?? 0);
  console.origin = originOf(server);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", console.origin);
    try {
      if (url.pathname === "/api/events") {
        console.follow(response, request.headers["last-event-id"]?.toString() ?? url.searchParams.get("after") ?? "");
      } else if (url.pathname === "/api/hello") {
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(console.hello(url.searchParams.get("nonce") ?? "")));
      } else if (url.pathname === "/api/login") {
        response.setHeader("Content-Type", "application/json");
        response.end(JSON.stringify(console.session));
      } else if (url.pathname.startsWith("/api/")) {
        const body = await readBody(request);
        const answer = await route(console, request.method ?? "GET", url, body);
        response.setHeader("Content-Type", "application/json");
        response.setHeader("Cache-Control", "no-store");
        response.statusCode = answer.status;
        response.end(answer.text ?? writeJson(answer.body ?? {}));
      } else if (options.page) {
        sendPage(response, options.page, url.pathname, console.sandbox);
      } else {
        response.writeHead(404).end();
      }
    } catch (problem) {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: { code: "internal", message: String(problem) } }));
    }
  }

  return {
    url: console.origin,
    printed: `${console.origin}/?token=fake`,
    session: console.session,
    console,
    stop: async () => {
      console.close();
      server.closeAllConnections();
      sandbox.closeAllConnections();
      await Promise.all([new Promise((done) => server.close(done)), new Promise((done) => sandbox.close(done))]);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done) => server.listen(port, "127.0.0.1", done));
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendPage(response: ServerResponse, folder: string, wanted: string, sandbox: string): void {
  response.setHeader(
    "Content-Security-Policy",
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-fake'; img-src 'self' data: blob:; media-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src ${sandbox}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (wanted === "/") {
    response.setHeader("Content-Type", MIMES[".html"]!);
    response.end(readFileSync(path.join(folder, "index.html"), "utf8").replaceAll("%NONCE%", "fake"));
    return;
  }
  sendFile(response, path.join(folder, path.normalize(wanted)));
}

function sendFile(response: ServerResponse, file: string): void {
  if (!existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader("Content-Type", MIMES[path.extname(file)] ?? "application/octet-stream");
  if (existsSync(`${file}.gz`)) {
    response.setHeader("Content-Encoding", "gzip");
    createReadStream(`${file}.gz`).pipe(response);
  } else createReadStream(file).pipe(response);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return text === "" ? {} : (readJson(text) as unknown as Record<string, unknown>);
}
