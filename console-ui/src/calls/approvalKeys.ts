import { useEffect, useSyncExternalStore, type RefObject } from "react";
import { useKeys } from "../app/keys.ts";

/** Whoever types while a card appears does not mean the card. */
const SETTLE_MS = 400;

/** How cards lie to each other and to the focus. */
interface Order<C> {
  hasFocus: (card: C) => boolean;
  isBefore: (card: C, other: C) => boolean;
}

/**
 * Which of the cards that wait is meant by a key: the one with the focus, else the first on the page. It alone says so by its
 * hints, and only once it has been the one for a moment.
 */
export class KeyHolder<C> {
  private readonly cards = new Set<C>();
  private readonly listeners = new Set<() => void>();
  private holder: C | null = null;
  private since = 0;

  constructor(
    private readonly order: Order<C>,
    private readonly now: () => number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(card: C): () => void {
    this.cards.add(card);
    this.choose();
    return () => {
      this.cards.delete(card);
      this.choose();
    };
  }

  /** Looks again who it is, as after the focus went elsewhere. */
  choose(): void {
    const all = [...this.cards];
    const next = all.find((one) => this.order.hasFocus(one)) ?? all.reduce<C | null>((first, one) => (first !== null && !this.order.isBefore(one, first) ? first : one), null);
    if (next === this.holder) return;
    this.holder = next;
    this.since = this.now();
    for (const listener of this.listeners) listener();
  }

  holds(card: C): boolean {
    return this.holder === card;
  }

  /** Whether a pressed key decides about this card. */
  decides(card: C): boolean {
    return this.holds(card) && this.now() - this.since >= SETTLE_MS;
  }
}

type Card = RefObject<HTMLElement | null>;

const keys = new KeyHolder<Card>({ hasFocus: (card) => card.current?.contains(document.activeElement) ?? false, isBefore: (card, other) => isBefore(card.current, other.current) }, () => performance.now());
let watching = false;

function watchFocus(): void {
  if (watching) return;
  watching = true;
  const look = (): void => keys.choose();
  document.addEventListener("focusin", look);
  document.addEventListener("focusout", look);
}

interface Decisions {
  once: () => void;
  /** Where the call belongs to a chat. */
  chat?: (() => void) | undefined;
  deny: () => void;
}

/** The keys of a card that waits, while `able`. Answers whether they mean this card, so that it can say so. */
export function useApprovalKeys(own: Card, hints: RefObject<HTMLElement | null>, able: boolean, decisions: Decisions): boolean {
  useEffect(() => {
    if (!able) return undefined;
    watchFocus();
    return keys.add(own);
  }, [able, own]);
  const pressed = (decide: (() => void) | undefined): boolean => {
    if (!able || !decide || !keys.holds(own)) return false;
    if (!keys.decides(own)) return true;
    // A decision about something out of sight is none: the key brings it into sight first.
    if (isInSight(hints.current)) decide();
    else hints.current?.scrollIntoView({ block: "nearest" });
    return true;
  };
  useKeys({
    a: () => pressed(decisions.once),
    s: () => pressed(decisions.chat),
    d: () => pressed(decisions.deny),
  });
  const holds = (): boolean => able && keys.holds(own);
  return useSyncExternalStore(keys.subscribe, holds, holds);
}

function isBefore(one: HTMLElement | null, other: HTMLElement | null): boolean {
  return one !== null && other !== null && (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Whether the middle of an element can be seen: it is in the window, in every box that scrolls, and nothing is over it. */
function isInSight(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
