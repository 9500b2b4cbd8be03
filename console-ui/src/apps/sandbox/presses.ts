/** What the page around an app is asked: whether somebody pressed something in the app. It answers by the port that comes along. */
export const PRESSED = "ui/notifications/sandbox-pressed";

/** Knows whether somebody pressed something in an app. */
export class Presses {
  private last = -Infinity;
  private readonly waiting = new Set<(pressed: boolean) => void>();

  constructor(
    /** Whether the browser remembers a press in this frame or one inside of it, of a button of the mouse or of a key. */
    private readonly remembered: () => boolean,
    private readonly now: () => number,
  ) {}

  /** The app was pressed, by a finger or a button of the mouse. */
  pressed(): void {
    this.last = this.now();
    this.answer(true);
  }

  /** A key was heard in the app; one that comes before any press was meant for somebody else. */
  typed(): void {
    this.answer(false);
  }

  /**
   * Browsers tell of the focus before they tell of the press that moved it.
   *
   * @param within in so many milliseconds; without a number, as long as the browser remembers
   * @param patience so long a press may still come
   */
  were(within: unknown, patience: unknown): Promise<boolean> {
    const known = (): boolean => (typeof within === "number" ? this.now() - this.last < within : this.remembered());
    if (known() || typeof patience !== "number" || patience <= 0) return Promise.resolve(known());
    return new Promise((done) => {
      const end = (pressed: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(end);
        done(pressed);
      };
      const timer = setTimeout(() => end(known()), patience);
      this.waiting.add(end);
    });
  }

  private answer(pressed: boolean): void {
    for (const end of this.waiting) end(pressed);
  }
}
