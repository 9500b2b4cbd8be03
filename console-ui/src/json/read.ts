import { emptyObject, numberFrom, type Json, type JsonObject } from "./value.ts";

/** Where and why a text is not JSON. */
export class JsonProblem extends Error {
  readonly line: number;
  readonly column: number;
  constructor(what: string, text: string, at: number) {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    super(`Line ${line}, column ${column}: ${what}`);
    this.line = line;
    this.column = column;
  }
}

/** Reads JSON without losing the spelling of a number. */
export function readJson(text: string): Json {
  const reader = new JsonReader(text);
  while (!reader.step(1_000_000)) continue;
  return reader.result();
}

/** Reads JSON in slices, so that the page answers in between; it stops where nobody wants it any more. */
export async function readJsonCalmly(text: string, signal?: AbortSignal, sliceMs = 12): Promise<Json> {
  const reader = new JsonReader(text);
  for (;;) {
    signal?.throwIfAborted();
    const until = performance.now() + sliceMs;
    do {
      if (reader.step(5_000)) return reader.result();
    } while (performance.now() < until);
    await new Promise((resume) => setTimeout(resume, 0));
  }
}

type Open = { list: Json[]; object?: undefined } | { object: JsonObject; list?: undefined; name: string };

const QUOTE = 34;
const BACKSLASH = 92;

/** A reader with a stack of its own: it can stop after any value and go on later. */
class JsonReader {
  private at = 0;
  private readonly open: Open[] = [];
  private root: Json | undefined;
  private done = false;

  constructor(private readonly text: string) {}

  result(): Json {
    return this.root as Json;
  }

  /** Reads up to this many values; true when all is read. */
  step(values: number): boolean {
    for (let count = 0; count < values && !this.done; count++) this.next();
    return this.done;
  }

  private next(): void {
    this.blanks();
    const char = this.text[this.at];
    switch (char) {
      case "{":
        this.at++;
        this.blanks();
        if (this.text[this.at] === "}") {
          this.at++;
          this.value(emptyObject());
        } else {
          this.open.push({ object: emptyObject(), name: this.name() });
        }
        return;
      case "[":
        this.at++;
        this.blanks();
        if (this.text[this.at] === "]") {
          this.at++;
          this.value([]);
        } else {
          this.open.push({ list: [] });
        }
        return;
      case '"':
        this.value(this.string());
        return;
      case "t":
        this.word("true", true);
        return;
      case "f":
        this.word("false", false);
        return;
      case "n":
        this.word("null", null);
        return;
      default:
        this.number();
    }
  }

  /** Puts a value where it belongs, and closes what ends after it. */
  private value(given: Json): void {
    let value = given;
    for (;;) {
      const inside = this.open[this.open.length - 1];
      if (!inside) {
        this.blanks();
        if (this.at < this.text.length) this.fail("there is more after the end");
        this.root = value;
        this.done = true;
        return;
      }
      if (inside.list) inside.list.push(value);
      else inside.object[inside.name] = value;
      this.blanks();
      const char = this.text[this.at++];
      if (char === ",") {
        if (inside.object) inside.name = this.name();
        return;
      }
      if (char !== (inside.list ? "]" : "}")) {
        this.at--;
        this.fail(`expected , or ${inside.list ? "]" : "}"}`);
      }
      this.open.pop();
      value = inside.list ?? inside.object;
    }
  }

  private name(): string {
    this.blanks();
    if (this.text[this.at] !== '"') this.fail("expected a name in double quotes");
    const name = this.string();
    this.blanks();
    if (this.text[this.at] !== ":") this.fail("expected : after the name");
    this.at++;
    return name;
  }

  private string(): string {
    const start = this.at;
    let at = start + 1;
    let plain = true;
    for (; ; at++) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        plain = false;
        at++;
      } else if (!(code >= 32)) {
        this.at = Math.min(at, this.text.length);
        this.fail(at >= this.text.length ? "the text ends inside a string" : "a string holds a raw control character");
      }
    }
    this.at = at + 1;
    if (plain) return this.text.slice(start + 1, at);
    try {
      return JSON.parse(this.text.slice(start, at + 1)) as string;
    } catch {
      this.at = start;
      return this.fail("a string has an escape that JSON does not know");
    }
  }

  private word(word: string, value: Json): void {
    if (!this.text.startsWith(word, this.at)) this.fail("expected a value");
    this.at += word.length;
    this.value(value);
  }

  private number(): void {
    const start = this.at;
    while (/[-+.0-9eE]/.test(this.text[this.at] ?? "")) this.at++;
    const number = numberFrom(this.text.slice(start, this.at));
    if (number === undefined) {
      this.at = start;
      this.fail(start >= this.text.length ? "the text ends where a value should be" : "expected a value");
    }
    this.value(number);
  }

  private blanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.at++;
      else return;
    }
  }

  private fail(what: string): never {
    throw new JsonProblem(what, this.text, this.at);
  }
}
