import { ApiError, away, refusal } from "./refusal.ts";

/** The header that goes with every request; a cookie alone, which browsers send to every port of a host, opens nothing. */
export const KEY_HEADER = "Fairlead-Key";

const KEPT = "fairlead.session";
const NONCE_BYTES = 32;
const PATIENCE_MS = 15_000;

/** What the console gave this browser: who it is, and a key, which is never sent. */
export interface Session {
  session: string;
  key: string;
}

/**
 * Lets the page in. Whoever answers at this address has to show first that it is the console that gave the key, as the port may
 * be somebody else's by now. Then the page shows that it has the key, too, by something that only this run of the console takes.
 */
class Door {
  private token: string | null = null;
  private given: Session | null = null;
  private opened: Promise<string> | undefined;
  private state: "closed" | "open" | "barred" = "closed";

  /** Takes the token of the address that was opened, if there is one, and takes it out of the address. */
  takeToken(): void {
    const token = new URLSearchParams(location.search).get("token");
    if (token === null) return;
    this.token = token;
    history.replaceState(history.state, "", location.pathname + location.hash);
  }

  /** What goes with a request. Nothing is sent but made-up numbers until it is known who is there. */
  key(): Promise<string> {
    this.opened ??= this.open();
    return this.opened;
  }

  /** The connection broke: whoever answers next has to show again who it is. */
  forget(): void {
    if (this.state === "open") this.reset();
  }

  /** Asks once more, also somebody who was found to be somebody else. */
  again(): void {
    if (this.state !== "closed") this.reset();
  }

  /** Takes what the console gave. */
  keep(session: Session | null): void {
    this.given = session;
    try {
      if (session) localStorage.setItem(KEPT, JSON.stringify(session));
      else localStorage.removeItem(KEPT);
    } catch (problem) {
      console.warn("The browser keeps nothing for this page; after loading it anew, open the printed address again", problem);
    }
  }

  private reset(): void {
    this.state = "closed";
    this.opened = undefined;
  }

  private async open(): Promise<string> {
    try {
      if (this.token !== null) await alone(() => this.login(this.token!));
      const shown = await this.meet();
      this.state = "open";
      return shown;
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === "stranger") this.state = "barred";
      else this.opened = undefined;
      throw problem;
    }
  }

  private async login(token: string): Promise<void> {
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    const response = await ask("/api/login", { method: "POST", headers, body: JSON.stringify({ token }) });
    // A console in trouble has not looked at the token; one that is used up does not matter to a page that was let in before.
    if (response.status >= 500) throw away();
    this.token = null;
    if (response.ok) this.keep((await response.json()) as Session);
  }

  private async meet(): Promise<string> {
    const kept = this.kept();
    if (!kept) throw new ApiError("This page is not let in. Open the address that the terminal shows now; one of an earlier start no longer works.", "no-session", 401);
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
    const path = `/api/hello?session=${encodeURIComponent(kept.session)}&nonce=${nonce}`;
    const response = await ask(path, { headers: { Accept: "application/json" }, credentials: "omit", redirect: "manual" });
    if (!response.ok) {
      const why = await refusal(response);
      if (why.code === "no-session") throw why;
      throw why.code === "internal" ? away() : stranger();
    }
    const { run, proof } = await said(response);
    const made = await maker(kept.key);
    const port = globalThis.location.port || "80";
    if (typeof run !== "string" || proof !== (await made(`console\n${port}\n${run}\n${nonce}`))) throw stranger();
    return made(`page\n${port}\n${run}`);
  }

  /** What is kept for all tabs comes first: another one may have been let in anew. */
  private kept(): Session | null {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Partial<Session> | null;
      if (typeof kept?.session === "string" && typeof kept.key === "string") return { session: kept.session, key: kept.key };
    } catch {
      // Storage is switched off, or holds something else: what this tab was given counts.
    }
    return this.given;
  }
}

/** One tab at a time, so that the cookie and the key that a browser has are of the same session. */
function alone(work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request("fairlead.login", work) : work();
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS); // Somebody may listen there and never say a word.
    return await fetch(path, { credentials: "same-origin", cache: "no-store", redirect: "error", signal, ...init });
  } catch {
    throw away();
  }
}

async function said(response: Response): Promise<{ run?: unknown; proof?: unknown }> {
  try {
    const json: unknown = await response.json();
    return typeof json === "object" && json !== null ? json : {};
  } catch {
    return {};
  }
}

function stranger(): ApiError {
  return new ApiError("Something else answers at the console's address. Nothing is sent to it.", "stranger", 0);
}

/** Makes of a key what shows that somebody has it. */
async function maker(key: string): Promise<(message: string) => Promise<string>> {
  const text = new TextEncoder();
  const imported = await crypto.subtle.importKey("raw", text.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => base64url(new Uint8Array(await crypto.subtle.sign("HMAC", imported, text.encode(message))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export const door = new Door();
