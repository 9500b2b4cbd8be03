// Where things are, for every script of the build.
import { fileURLToPath } from "node:url";
import path from "node:path";

export const module = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const sources = path.join(module, "src");

/** The folder the page is written into: the first argument, or CONSOLE_PAGE_FOLDER, or where Maven's classes are. */
export function pageFolder() {
  const given = process.argv[2] ?? process.env.CONSOLE_PAGE_FOLDER;
  return path.resolve(module, given || "target/classes/dev/fairlead/console/page");
}
