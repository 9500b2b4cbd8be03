import type { Tool } from "../api/types.ts";

/** So many tools that were looked at are remembered as they were. */
const REMEMBERED = 50;

/**
 * The tool that is looked at. A tool leaves the list when its server goes, perhaps because of the very call that is on the screen:
 * it is then shown as it was last, or, where this page never saw it, by its name, so that its calls stay in sight.
 */
export class ChosenTools {
  private readonly seen = new Map<string, Tool>();

  find(tools: readonly Tool[], server: string | undefined, name: string | undefined): { tool: Tool; gone: boolean } | undefined {
    if (server === undefined || name === undefined) return undefined;
    const key = `${server}\n${name}`;
    const there = tools.find((one) => one.server === server && one.name === name);
    const tool = there ?? this.seen.get(key) ?? { server, name };
    this.seen.delete(key);
    this.seen.set(key, tool);
    const [oldest] = this.seen.keys();
    if (this.seen.size > REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
    return { tool, gone: there === undefined };
  }
}

export const chosenTools = new ChosenTools();
