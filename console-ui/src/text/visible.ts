/**
 * Text from peers may hold characters that hide, reorder or imitate. They are shown by their code instead. Copying always
 * gives the original.
 */

const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\ud834\udd59|\udb40[\udc00-\udfff]/g;
/** What running text may hold and names may not: spaces of other widths, Braille without dots, how others are drawn. */
const UNSEEN_IN_NAMES = /[\u00a0\u1680\u180b-\u180d\u180f\u2000-\u200a\u200c\u200d\u202f\u205f\u2800\u3000]|(?<!\p{Extended_Pictographic})[\ufe00-\ufe0f]/gu;
const LINE_BREAKS = /[\r\n\t\u2028\u2029]/g;
const JOINING =
  "\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}";
const JOINED_BEFORE = new RegExp(`(?:\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier}|[${JOINING}])$`, "u");
const JOINED_AFTER = new RegExp(`^(?:\\p{Extended_Pictographic}|(?=\\p{L})[${JOINING}])`, "u");

/** A text of several lines: line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (chars, at: number) => (joins(text, chars, at) ? chars : code(chars))).replace(/\u2028|\u2029/g, code);
}

/** A name, for one line: line breaks are shown by their code, too. */
export function visibleName(name: string | null | undefined): string {
  if (name === null || name === undefined) return "";
  const text = visibleText(name).replace(UNSEEN_IN_NAMES, code).replace(LINE_BREAKS, (char) =>
    char === "\n" ? "\\n" : char === "\t" ? "\\t" : char === "\r" ? "\\r" : code(char),
  );
  return text === "" ? "(no name)" : text;
}

/** Whether this joins, or keeps apart, two emoji or two letters of a script that needs that. */
function joins(text: string, chars: string, at: number): boolean {
  return (chars === "\u200c" || chars === "\u200d") && JOINED_BEFORE.test(text.slice(Math.max(0, at - 3), at)) && JOINED_AFTER.test(text.slice(at + 1, at + 3));
}

function code(chars: string): string {
  let text = "";
  for (let index = 0; index < chars.length; index++) {
    text += `\\u${chars.charCodeAt(index).toString(16).padStart(4, "0").toUpperCase()}`;
  }
  return text;
}

/** The beginning of a text, for a preview. */
export function beginning(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, cutBefore(text, length))}…`;
}

/** A message that came cut, with a word about how long all of it is. */
export function cutMessage(message: string, whole: number | null | undefined): string {
  return whole ? `${message}… (the first ${message.length.toLocaleString("en")} of ${whole.toLocaleString("en")} characters)` : message;
}

/** A text in pieces of about this length. */
export function pieces(text: string, length: number): string[] {
  const all: string[] = [];
  for (let at = 0; at < text.length; ) {
    const cut = cutBefore(text, at + length);
    const end = cut > at ? cut : at + 2;
    all.push(text.slice(at, end));
    at = end;
  }
  return all;
}

/** Where to cut a text so that no character is cut in two: here, or one before. */
export function cutBefore(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const splits = at > 0 && /[\ud800-\udbff]/.test(text[at - 1]!) && /[\udc00-\udfff]/.test(text[at]!);
  return splits ? at - 1 : at;
}
