import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";

interface Ended {
  code: number | null;
  said: string;
}

/** The script in a folder of its own, with an npm that does what a test wants. */
describe("The build of the page", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "fairlead-page-"));
    mkdirSync(path.join(folder, "build"));
    mkdirSync(path.join(folder, "bin"));
    cpSync("build/page.sh", path.join(folder, "build/page.sh"));
    for (const name of ["package.json", "package-lock.json"]) cpSync(name, path.join(folder, name));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function npm(script: string): void {
    const file = path.join(folder, "bin/npm");
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const child = spawn("/bin/sh", ["build/page.sh", ...args], { cwd: folder, env: { PATH: `${folder}/bin:${process.env.PATH}`, ...env } });
    let said = "";
    child.stdout.on("data", (part: Buffer) => (said += part.toString()));
    child.stderr.on("data", (part: Buffer) => (said += part.toString()));
    return new Promise((done) => child.on("close", (code) => done({ code, said })));
  }

  test("leaves the page out, loudly, where the packages cannot be fetched", async () => {
    npm("echo 'npm error network: no registry' >&2; exit 1");
    const page = path.join(folder, "page");
    mkdirSync(page);
    const installed = await run(["install"]);
    assert.equal(installed.code, 0);
    assert.match(installed.said, /no registry/);
    assert.match(installed.said, /\* The web console is left out: npm could not fetch the packages of its page\. npm error network: no registry/);
    assert.match(installed.said, /\* Give npm a registry that it can reach/);
    assert.deepEqual(await run(["build", page]), { code: 0, said: "" });
    assert.ok(!existsSync(page), "an earlier page would not be the one of these sources");
    assert.deepEqual(await run(["test", page]), { code: 0, said: "" });
  });

  test("is told by the launcher to whoever waits for it", async () => {
    npm("exit 1");
    const { said } = await run(["install"]);
    writeFileSync(path.join(folder, "log"), `[INFO] * something else\n${said}* and more\n`);
    const launcher = readFileSync("../fairlead", "utf8");
    const begin = launcher.indexOf("show_left_out() {");
    const script = `${launcher.slice(begin, launcher.indexOf("\n}\n", begin) + 3)}\nlog=log app=target/app\nshow_left_out 2>&1`;
    const shown = execFileSync("/bin/sh", ["-c", script], { cwd: folder, encoding: "utf8" }).trimEnd().split("\n");
    assert.match(shown[0]!, /^fairlead: The web console is left out: npm could not fetch/);
    assert.match(shown[1]!, /^fairlead: Give npm a registry/);
    assert.match(shown[2]!, /^fairlead: Removing target\/app makes/);
    assert.equal(shown.length, 3);
  });

  test("fails in CI where the packages cannot be fetched", async () => {
    npm("exit 1");
    assert.equal((await run(["install"], { CI: "true" })).code, 1);
  });

  test("fails where the page itself cannot be built", async () => {
    npm('[ "$1" = ci ] && mkdir -p node_modules && exit 0; exit 3');
    assert.equal((await run(["install"])).code, 0);
    assert.equal((await run(["build", path.join(folder, "page")])).code, 3);
  });

  const counting = 'echo "begin" >>log; sleep 0.3; mkdir -p node_modules; echo "end" >>log';

  test("installs once, however many builds begin at the same time", async () => {
    npm(counting);
    const all = await Promise.all([run(["install"]), run(["install"]), run(["install"])]);
    assert.deepEqual(all.map((one) => one.code), [0, 0, 0]);
    assert.equal(readFileSync(path.join(folder, "log"), "utf8"), "begin\nend\n");
  });

  describe("where there is no flock", () => {
    beforeEach(() => {
      npm(counting);
      for (const name of ["cat", "dirname", "find", "mkdir", "node", "rm", "rmdir", "sleep"]) symlinkSync(whereIs(name), path.join(folder, "bin", name));
    });

    test("installs once, too", async () => {
      const env = { PATH: path.join(folder, "bin") };
      assert.deepEqual(await Promise.all([run(["install"], env), run(["install"], env)]), [{ code: 0, said: "" }, { code: 0, said: "" }]);
      assert.equal(readFileSync(path.join(folder, "log"), "utf8"), "begin\nend\n");
    });

    test("takes over from one that was killed long ago", async () => {
      const lock = path.join(folder, "node_modules.lock.d");
      mkdirSync(lock);
      utimesSync(lock, 0, 0);
      assert.deepEqual(await run(["install"], { PATH: path.join(folder, "bin") }), { code: 0, said: "" });
      assert.ok(!existsSync(lock));
    });
  });
});

function whereIs(name: string): string {
  if (name === "node") return process.execPath;
  const found = (process.env.PATH ?? "").split(":").map((folder) => path.join(folder, name)).find((file) => existsSync(file));
  assert.ok(found, `${name} is on the PATH`);
  return found;
}
