// The licences of what is bundled, so that the notices travel with the code.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

export async function licences(metafile, root) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) packages.add(found[1]);
  }
  const texts = [];
  for (const name of [...packages].toSorted()) {
    const folder = path.join(root, "node_modules", name);
    const about = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((one) => /^licen[sc]e/i.test(one));
    const text = file ? await readFile(path.join(folder, file), "utf8") : `Licence: ${about.license}`;
    texts.push(`${name} ${about.version}\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
