// Builds the page: bundles, names files by their content, compresses them, writes index.html, and measures the first load.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import path from "node:path";
import { module, pageFolder, sources } from "./folders.mjs";
import { bundled, licences, materials } from "./licences.mjs";

/** What the first load may weigh, compressed. */
const LIMIT = 300_000;

const out = pageFolder();
await rm(out, { recursive: true, force: true });
await mkdir(path.join(out, "assets"), { recursive: true });

const common = {
  absWorkingDir: module,
  bundle: true,
  minify: true,
  target: ["es2022"],
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
};
const page = await build({
  ...common,
  entryPoints: { main: path.join(sources, "main.tsx") },
  outdir: out,
  format: "esm",
  splitting: true,
  jsx: "automatic",
  entryNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  metafile: true,
});
await build({
  ...common,
  entryPoints: [path.join(sources, "apps/sandbox/sandbox.ts")],
  outfile: path.join(out, "sandbox.js"),
  format: "iife",
});

const outputs = Object.entries(page.metafile.outputs).map(([file, about]) => [
  path.relative(out, path.resolve(module, file)).split(path.sep).join("/"),
  about,
]);
const [entry, aboutEntry] = outputs.find(([, about]) => about.entryPoint === "src/main.tsx");
const style = path.relative(out, path.resolve(module, aboutEntry.cssBundle));
const preloads = staticImports(aboutEntry);

// In the page itself: browsers fetch an icon again and again, with the cookie, also from whoever has the console's port later.
const icon = (await readFile(path.join(sources, "icon.svg"))).toString("base64");
await writeFile(path.join(out, "sandbox.html"), await readFile(path.join(sources, "apps/sandbox/sandbox.html")));
const packages = await bundled(page.metafile, module);
await writeFile(path.join(out, "licences.txt"), await licences(packages));
await writeFile(path.join(out, "page.cdx.json"), await materials(packages, module));

const template = await readFile(path.join(sources, "index.html"), "utf8");
await writeFile(
  path.join(out, "index.html"),
  template
    .replace("<!-- icon -->", `<link rel="icon" href="data:image/svg+xml;base64,${icon}">`)
    .replace("<!-- style -->", `<link rel="stylesheet" href="/${style}">`)
    .replace(
      "<!-- script -->",
      [
        ...preloads.map((file) => `<link rel="modulepreload" href="/${file}">`),
        `<script type="module" src="/${entry}"></script>`,
      ].join("\n    "),
    ),
);

const sizes = new Map();
for (const file of await filesUnder(out)) {
  const bytes = await readFile(path.join(out, file));
  const packed = gzipSync(bytes, { level: 9 });
  sizes.set(file, packed.length);
  await writeFile(path.join(out, `${file}.gz`), packed);
}

const first = ["index.html", style, entry, ...preloads].reduce((sum, file) => sum + sizes.get(file), 0);
const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
console.log(`console page: first load ${kilo(first)} kB gzip, all ${kilo(all)} kB gzip in ${sizes.size} files`);
if (process.env.CONSOLE_PAGE_SIZES) {
  for (const [file, size] of [...sizes].toSorted((a, b) => b[1] - a[1])) console.log(`  ${kilo(size).padStart(7)} kB  ${file}`);
}
if (first > LIMIT) {
  console.error(`console page: the first load is over its limit of ${kilo(LIMIT)} kB; load more of it lazily.`);
  process.exit(1);
}

function staticImports(about, seen = new Set()) {
  for (const { path: file, kind } of about.imports) {
    const name = path.relative(out, path.resolve(module, file)).split(path.sep).join("/");
    if (kind !== "import-statement" || seen.has(name)) continue;
    seen.add(name);
    staticImports(page.metafile.outputs[file], seen);
  }
  return [...seen];
}

async function filesUnder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath ?? one.path, one.name)).split(path.sep).join("/"));
}

function kilo(bytes) {
  return (bytes / 1000).toFixed(1);
}
