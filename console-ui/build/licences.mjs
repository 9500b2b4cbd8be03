// What is bundled: the licences, so that the notices travel with the code, and a list for those who ask what software is made of.
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/** The packages in the bundle, in the order of their names. */
export async function bundled(metafile, root) {
  const names = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) names.add(found[1]);
  }
  const packages = [];
  for (const name of [...names].toSorted()) {
    const folder = path.join(root, "node_modules", name);
    packages.push({ name, folder, about: await json(path.join(folder, "package.json")) });
  }
  return packages;
}

/** The texts of their licences. */
export async function licences(packages) {
  const texts = [];
  for (const { name, folder, about } of packages) {
    const file = (await readdir(folder)).find((one) => /^licen[sc]e/i.test(one));
    const text = file ? await readFile(path.join(folder, file), "utf8") : `Licence: ${about.license}`;
    texts.push(`${name} ${about.version}\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

/** The list of them (CycloneDX), the same at every build. */
export async function materials(packages, root) {
  const lock = (await json(path.join(root, "package-lock.json"))).packages;
  const { name, version, license } = lock[""];
  const list = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": name, name, version, licenses: [{ expression: license }] } },
    components: packages.map((one) => component(one, lock[`node_modules/${one.name}`].integrity)),
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

function component({ name, about }, integrity) {
  const [group, short] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${about.version}`;
  const hash = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    group,
    name: short,
    version: about.version,
    hashes: [{ alg: "SHA-512", content: hash }],
    licenses: [{ expression: about.license }],
    purl,
  };
}

async function json(file) {
  return JSON.parse(await readFile(file, "utf8"));
}
