import type { Question } from "../api/types.ts";

/** More is not looked back at. */
const MOST = 200;

/** Questions that were on the page, and those of them that were answered on it. */
const seen = new Map<string, Question>();
const answered = new Set<string>();

export function sawQuestion(question: Question): void {
  seen.set(question.id, question);
  for (const oldest of seen.keys()) {
    if (seen.size <= MOST) break;
    seen.delete(oldest);
    answered.delete(oldest);
  }
}

export function answeredQuestion(id: string): void {
  answered.add(id);
}

/** Questions of a call that somebody saw here and that went away without an answer from here, as when their server ended. */
export function endedQuestions(call: string, open: readonly Question[]): Question[] {
  return [...seen.values()].filter((one) => one.call === call && !answered.has(one.id) && !open.some((other) => other.id === one.id));
}
