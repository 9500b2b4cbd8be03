/** One may work so long without letting anything else happen on the page. */
const LONGEST_MS = 20;

/**
 * Reads server-sent events until they end. The browser's own reader of them sends no headers, and so cannot show a key.
 */
export async function readEvents(body: ReadableStream<Uint8Array>, on: (type: string, data: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const lines = new Lines();
  let type = "";
  let data: string[] = [];
  const take = (line: string): void => {
    if (line === "") {
      if (data.length > 0) on(type || "message", data.join("\n"));
      type = "";
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (field === "event") type = value;
    else if (field === "data") data.push(value);
  };
  let since = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const line of lines.in(decoder.decode(value, { stream: true }))) {
      take(line);
      if (performance.now() - since > LONGEST_MS) {
        await new Promise((go) => setTimeout(go));
        since = performance.now();
      }
    }
  }
}

/** Puts lines together from the parts in which they come, each looked at once however long a line is. */
class Lines {
  private begun: string[] = [];
  private endedByReturn = false;

  *in(text: string): Generator<string> {
    let from = this.endedByReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.endedByReturn = text.endsWith("\r");
    const ends = /\r\n|\r|\n/g;
    ends.lastIndex = from;
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      yield this.begun.splice(0).join("") + text.slice(from, end.index);
      from = ends.lastIndex;
    }
    if (from < text.length) this.begun.push(text.slice(from));
  }
}
