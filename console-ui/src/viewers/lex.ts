import { Lexer, type Token, type TokensList } from "marked";
import { cutBefore } from "../text/visible.ts";

/** What is longer is Markdown to its last paragraph before this, and plain text from there. */
export const LONGEST_MARKDOWN = 30_000;
const DEEPEST = 24;
/** How many marks that may begin or end something are looked at together; the parser compares each with each. */
const MOST_MARKS = 300;
/** How many characters are looked at for what is inside of lines, counted again at each level of nesting. */
const MOST_INLINE = 200_000;
const MOST_LINES_INLINE = 20_000;

/** Text that stays as it is written. */
export interface PlainToken {
  type: "plain";
  raw: string;
}

/**
 * The parser, with an end to its work: what is nested too deeply or has too many marks stays as it is written. Without that,
 * a few kilobytes of a peer keep the page busy for minutes or exhaust its stack.
 */
class BoundedLexer extends Lexer {
  private depth = 0;
  private inlineWork = 0;

  constructor() {
    super({ gfm: true, breaks: false });
  }

  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): TokensList {
    if (this.depth >= DEEPEST) return plain(src, tokens) as TokensList;
    this.depth++;
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped) as TokensList;
    } finally {
      this.depth--;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    this.inlineWork += src.length;
    if (this.depth >= DEEPEST || this.inlineWork > MOST_INLINE || src.length > MOST_LINES_INLINE || marksIn(src) > MOST_MARKS) return plain(src, tokens);
    this.depth++;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.depth--;
    }
  }
}

function plain(src: string, tokens: Token[]): Token[] {
  const token: PlainToken = { type: "plain", raw: src };
  tokens.push(token as unknown as Token);
  return tokens;
}

function marksIn(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length && marks <= MOST_MARKS; at++) {
    const char = text[at]!;
    if (char === "*" || char === "_" || char === "~" || char === "[" || char === "!" || char === "`" || char === "<" || char === "@") marks++;
  }
  return marks;
}

export interface Lexed {
  tokens: readonly Token[];
  /** What is shown as plain text after it. */
  rest: string;
}

/** The parts of a Markdown text. Whatever is in it, there is an answer: at worst, all of it as plain text. */
export function lex(text: string, parse: (text: string) => readonly Token[] = (given) => new BoundedLexer().lex(given)): Lexed {
  const head = text.length <= LONGEST_MARKDOWN ? text : text.slice(0, lastParagraphEnd(text));
  try {
    return { tokens: parse(head), rest: text.slice(head.length) };
  } catch (problem) {
    console.warn("A text could not be read as Markdown", problem);
    return { tokens: [], rest: text };
  }
}

function lastParagraphEnd(text: string): number {
  const end = text.lastIndexOf("\n\n", LONGEST_MARKDOWN);
  return end > 0 ? end : cutBefore(text, LONGEST_MARKDOWN);
}
