import { api } from "../api/client.ts";

/** As much as is asked for at once; the backend may give less. */
const PART = 1_000_000;

/** All of a text that the backend gives in parts. */
export async function wholeText(partAt: (from: number, length: number) => string, total: number): Promise<string> {
  const parts: string[] = [];
  let have = 0;
  while (have < total) {
    const { text } = JSON.parse(await api.text(partAt(have, PART))) as { text: string };
    if (text === "") break;
    parts.push(text);
    have += text.length;
  }
  return parts.join("");
}
