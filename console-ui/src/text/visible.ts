/**
 * Text from peers may hold characters that hide, reorder or imitate. They are shown by their code instead. Copying always
 * gives the original.
 */

const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;
const LINE_BREAKS = /[\r\n\t\u2028\u2029]/g;

/** A text of several lines: line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, code).replace(/\u2028|\u2029/g, code);
}

/** A name, for one line: line breaks are shown by their code, too. */
export function visibleName(name: string | null | undefined): string {
  if (name === null || name === undefined) return "";
  const text = visibleText(name).replace(LINE_BREAKS, (char) =>
    char === "\n" ? "\\n" : char === "\t" ? "\\t" : char === "\r" ? "\\r" : code(char),
  );
  return text === "" ? "(no name)" : text;
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
