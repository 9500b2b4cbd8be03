/** Presses that come this close together mean one start: a double click, a key beside a click. */
const SAME_MS = 500;

/** The event of a press. It has its time: what is handled late was not pressed late. */
export type Pressed = Pick<Event, "timeStamp">;

/** Begins once what somebody meant once, whichever button or key they took. A call by hand is not asked about again. */
export class Starts {
  private pressedAt = -Infinity;
  private starting = false;

  begin(pressed: Pressed, start: () => Promise<unknown>): void {
    const same = this.starting || pressed.timeStamp - this.pressedAt < SAME_MS;
    this.pressedAt = pressed.timeStamp;
    if (same) return;
    this.starting = true;
    void start().finally(() => (this.starting = false));
  }
}
