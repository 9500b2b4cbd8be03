// Starts the fake backend of the tests with the built page, to look at the page without Java: npm run fake -- [page folder] [port]
import { build } from "esbuild";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { module, pageFolder } from "./folders.mjs";

const outfile = path.join(module, "target/fake/fake.mjs");
await build({
  absWorkingDir: module,
  entryPoints: ["test/fake/backend.ts"],
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  outfile,
  logLevel: "warning",
});
const { startFake } = await import(pathToFileURL(outfile).href);
const fake = await startFake({ page: pageFolder(), port: Number(process.argv[3] ?? 4199) });
console.log(fake.printed);
