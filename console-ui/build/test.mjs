// Bundles every test for Node and runs them with its own runner.
import { build } from "esbuild";
import { readdir, rm } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { module } from "./folders.mjs";

const tests = (await readdir(path.join(module, "test"))).filter((name) => /\.test\.tsx?$/.test(name));
const out = path.resolve(module, process.env.CONSOLE_PAGE_TESTS || "target/page-tests");
await rm(out, { recursive: true, force: true });
await build({
  absWorkingDir: module,
  entryPoints: tests.map((name) => path.join("test", name)),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  outdir: out,
  outExtension: { ".js": ".mjs" },
  packages: "external",
  loader: { ".css": "empty" },
  logLevel: "warning",
});
const files = tests.map((name) => path.join(out, name.replace(/\.tsx?$/, ".mjs")));
const done = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit", cwd: module });
process.exit(done.status ?? 1);
