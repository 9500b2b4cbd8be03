import { PRESSED } from "./sandbox/presses.ts";

/** So long a browser remembers that somebody pressed something in a frame, by a key or otherwise. */
const REMEMBERED_MS = 5_000;
/** An app that took the keyboard this often, with nobody using it in between, will take it again. */
const MOST_TAKEN = 3;
/** Browsers tell nobody when the focus goes from one frame to another. */
const LOOK_MS = 200;
/** So much later than of the focus a browser may tell of the press that moved it. */
const LATER_MS = 300;
/** Whoever types does not press at the same time, but may have moved the pointer a moment ago. */
const TYPING_MS = 60;
/** The page around an app answers by then, if it is there. */
const ANSWER_MS = 1_000;

/**
 * Whether somebody pressed something in an app.
 *
 * @param within in so many milliseconds; null: as long as the browser remembers
 * @param patience so many milliseconds a press may still be told of
 */
export type Pressed = (within: number | null, patience: number) => Promise<boolean>;

export interface GuardedApp {
  pressed: Pressed;
  /** It takes the keyboard again and again; once this returns it must not be able to. */
  onGrabbing: () => void;
}

/** The page as far as it matters for the focus. */
interface Page<E> {
  active: () => E | null;
  /** Whether a finger or the pointer may be on it. */
  isPointedAt: (frame: E) => boolean;
  /** Moves the focus back to where it was, and in any case out of the frame. */
  giveBack: (to: E | null, frame: E) => void;
  now: () => number;
}

interface Watched extends GuardedApp {
  taken: number;
}

/**
 * Keeps the keyboard where the person put it. A script in a frame may take the focus whenever it likes, and from then on it reads
 * what is typed for somebody else; so an app has the focus only where the person brought it there, by Tab or by a press in the app.
 */
export class FocusGuard<E> {
  private readonly apps = new Map<E, Watched>();
  /** What the person uses: something of the page, or the frame of an app. */
  private place: E | null = null;
  /** Of which frame it is being found out whether the person went there. */
  private judged: E | null = null;
  private tabbed = false;
  private typing = false;
  private usedElsewhereAt = -Infinity;

  constructor(private readonly page: Page<E>) {}

  add(frame: E, app: GuardedApp): () => void {
    if (this.apps.size === 0) this.place = this.page.active();
    this.apps.set(frame, { ...app, taken: 0 });
    return () => this.apps.delete(frame);
  }

  /** Somebody typed or pressed something in the page itself. */
  used(by: "key" | "tab" | "press"): void {
    this.tabbed = by === "tab";
    this.typing = by === "key";
    this.usedElsewhereAt = this.page.now();
  }

  pointerMoved(): void {
    this.typing = false;
  }

  /** The page has handled a Tab itself, so that it leads nowhere. */
  tabWasHandled(): void {
    this.tabbed = false;
  }

  /** Whether an app has the focus, and the person brought it there. */
  isUsed(frame: E): boolean {
    return this.place === frame && this.page.active() === frame;
  }

  /** The focus may be elsewhere now. */
  look(): void {
    const at = this.page.active();
    if (at === this.place || at === this.judged) return;
    const app = at === null ? undefined : this.apps.get(at);
    if (at === null || !app || this.tabbed) this.settle(at);
    else {
      this.judged = at;
      void this.judge(at, app);
    }
  }

  private settle(at: E | null): void {
    this.judged = null;
    this.place = at;
    this.tabbed = false;
    const app = at === null ? undefined : this.apps.get(at);
    if (app) app.taken = 0;
  }

  /** What a browser remembers may be older than what the person does elsewhere now, or a key that the app has just caught. */
  private async judge(frame: E, app: Watched): Promise<void> {
    const elsewhere = this.page.now() - this.usedElsewhereAt;
    const patience = this.typing && !this.page.isPointedAt(frame) ? TYPING_MS : LATER_MS;
    const pressed = await app.pressed(elsewhere < REMEMBERED_MS ? elsewhere : null, patience);
    if (this.judged !== frame) return;
    this.judged = null;
    if (this.page.active() !== frame) this.look();
    else if (pressed) this.settle(frame);
    else {
      if (++app.taken >= MOST_TAKEN) app.onGrabbing();
      this.page.giveBack(this.place, frame);
    }
  }
}

const guard = new FocusGuard<Element>({
  active: () => document.activeElement,
  isPointedAt: (frame) => frame.matches(":hover") || matchMedia("(any-pointer: coarse)").matches,
  giveBack: (to, frame) => {
    if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
    if (document.activeElement === frame) (frame as HTMLElement).blur();
  },
  now: () => performance.now(),
});

/** Whether the person uses this app at this moment; that it has the focus is not enough, and neither is a press of a while ago. */
export async function isInUse(frame: HTMLIFrameElement, pressed: Pressed): Promise<boolean> {
  return (await pressed(null, 0)) && guard.isUsed(frame);
}

/** Guards the keyboard from an app, until what this returns is called. */
export function guardFocus(frame: HTMLIFrameElement, app: GuardedApp): () => void {
  const remove = guard.add(frame, app);
  const look = (): void => guard.look();
  const onPress = (): void => guard.used("press");
  const onMove = (): void => guard.pointerMoved();
  const onKey = (event: KeyboardEvent): void => guard.used(event.key === "Tab" && !event.ctrlKey && !event.metaKey && !event.altKey ? "tab" : "key");
  const onHandled = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) guard.tabWasHandled();
  };
  const timer = setInterval(look, LOOK_MS);
  window.addEventListener("blur", look);
  window.addEventListener("focus", look);
  window.addEventListener("focusin", look);
  window.addEventListener("pointerdown", onPress, { capture: true });
  window.addEventListener("pointermove", onMove, { capture: true });
  window.addEventListener("keydown", onKey, { capture: true });
  window.addEventListener("keydown", onHandled);
  return () => {
    remove();
    clearInterval(timer);
    window.removeEventListener("blur", look);
    window.removeEventListener("focus", look);
    window.removeEventListener("focusin", look);
    window.removeEventListener("pointerdown", onPress, { capture: true });
    window.removeEventListener("pointermove", onMove, { capture: true });
    window.removeEventListener("keydown", onKey, { capture: true });
    window.removeEventListener("keydown", onHandled);
  };
}

/** Asks the page around an app; where there is no answer, nobody pressed anything. */
export function pressedIn(frame: HTMLIFrameElement, origin: string): Pressed {
  return (within, patience) =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      const end = (pressed: boolean): void => {
        clearTimeout(timer);
        port1.close();
        done(pressed);
      };
      const timer = setTimeout(() => end(false), ANSWER_MS);
      port1.onmessage = (event) => end(event.data === true);
      frame.contentWindow?.postMessage({ jsonrpc: "2.0", method: PRESSED, params: { within, patience } }, origin, [port2]);
    });
}
