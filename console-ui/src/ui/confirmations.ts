import type { ReactNode } from "react";

interface Question {
  title: string;
  body: ReactNode;
  yes: string;
  danger?: boolean;
  /** Asked on behalf of a peer. */
  peer?: boolean;
}

export interface Asked extends Question {
  id: number;
  answer: (yes: boolean) => void;
}

/** What the person is asked, one question after the other: one that is on the screen stays as it is until it is answered. */
export class ConfirmationQueue {
  private readonly waiting: Asked[] = [];
  private readonly listeners = new Set<() => void>();
  private asked = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): Asked | null => this.waiting[0] ?? null;

  busy(): boolean {
    return this.waiting.length > 0;
  }

  ask(question: Question): Promise<boolean> {
    return new Promise((resolve) => {
      const one: Asked = {
        ...question,
        id: ++this.asked,
        answer: (yes) => {
          const place = this.waiting.indexOf(one);
          if (place < 0) return;
          this.waiting.splice(place, 1);
          this.tell();
          resolve(yes);
        },
      };
      this.waiting.push(one);
      this.tell();
    });
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export const confirmations = new ConfirmationQueue();
