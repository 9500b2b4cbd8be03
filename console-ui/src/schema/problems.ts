import type { Problem } from "../api/types.ts";
import { count } from "../text/format.ts";
import { visibleName, visibleText } from "../text/visible.ts";

const MOST = 5;

/** A place as its field is named: `address.street`, `tags[0]`. */
export function fieldName(path: string): string {
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((name, part) => (name !== "" && /^\d+$/.test(part) ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`), "");
}

/** One problem as a person says it: the argument 'a' is missing. */
export function problemWords(problem: Problem): string {
  const message = visibleText(problem.message);
  if (problem.path === "") return `arguments: ${message}`;
  const subject = `the argument '${visibleName(fieldName(problem.path))}'`;
  return /^[a-z]/.test(message) ? `${subject} ${message}` : `${subject}: ${message}`;
}

/** All problems in a line, of very many only how many there are. */
export function problemsWords(problems: readonly Problem[]): string {
  const more = problems.length - MOST;
  return problems.slice(0, MOST).map(problemWords).join("; ") + (more > 0 ? `; and ${count(more, "more problem")}` : "");
}
