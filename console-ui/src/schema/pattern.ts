/** What is longer is not held against patterns in the page. */
export const LONGEST_MATCHED = 200;
const LONGEST_PATTERN = 200;

/**
 * Whether a peer's pattern can be tried in the page: it must be short, repeat no group, refer back to nothing, and have few
 * places where the engine may choose how much to take, because it tries them all. Every other pattern is the backend's to judge.
 */
export function isQuick(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return false;
  let choices = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === "\\") {
      at++;
      if (/[1-9k]/.test(pattern[at] ?? "")) return false;
    } else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(" && pattern[at + 1] === "?" && pattern[at + 2] !== ":") return false;
    else if (char === ")" && /[*+?{]/.test(pattern[at + 1] ?? "")) return false;
    else if (char === "*" || char === "+" || (char === "?" && pattern[at - 1] !== "(")) choices++;
    else if (char === "{") {
      const count = /^\{(\d{1,3})(,\d{0,3})?\}/.exec(pattern.slice(at));
      if (!count) return false;
      if (count[2] !== undefined) choices++;
    }
  }
  return choices <= (pattern.startsWith("^") ? 3 : 2);
}
