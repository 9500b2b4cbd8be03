/**
 * How well a text answers what was typed: higher is better, undefined is not at all. The letters must come in order;
 * whole words, starts of words and neighbours count more.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return 0;
  const given = text.toLowerCase();
  const whole = given.indexOf(wanted);
  if (whole >= 0) return 1000 - Math.min(whole, 400) - Math.min(given.length, 400) / 10 + (startsWord(given, whole) ? 200 : 0);
  let score = 0;
  let at = 0;
  let before = -2;
  const letters = wanted.replaceAll(" ", "");
  for (let index = 0; index < letters.length; index++) {
    const char = letters[index]!;
    const near = given.indexOf(char, at);
    if (near < 0) return undefined;
    const start = near === before + 1 ? near : wordStart(given, char, near);
    const found = start >= 0 && comesAfter(letters.slice(index + 1), given, start + 1) ? start : near;
    score += startsWord(given, found) ? 12 : found === before + 1 ? 8 : 1;
    score -= Math.min(found - at, 10) / 5;
    before = found;
    at = found + 1;
  }
  return score > wanted.length * 2 ? score : undefined;
}

export function fuzzyFilter<T>(items: readonly T[], typed: string, textOf: (item: T) => string): T[] {
  if (typed.trim() === "") return [...items];
  const scored: { item: T; score: number; index: number }[] = [];
  items.forEach((item, index) => {
    const score = fuzzyScore(typed, textOf(item));
    if (score !== undefined) scored.push({ item, score, index });
  });
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  return scored.map(({ item }) => item);
}

/** Where a word begins with this letter, or -1. */
function wordStart(text: string, char: string, from: number): number {
  for (let at = text.indexOf(char, from); at >= 0; at = text.indexOf(char, at + 1)) if (startsWord(text, at)) return at;
  return -1;
}

function comesAfter(letters: string, text: string, from: number): boolean {
  let at = from;
  for (const char of letters) {
    at = text.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || /[^a-z0-9]/.test(text[at - 1] ?? "");
}
