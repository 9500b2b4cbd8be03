// Runs every command once to warm up and then in rounds, so that each of them meets the same noise; prints medians.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const [root, rounds] = [process.argv[2], Number(process.argv[3])];
const place = path.join(root, 'bench/target/start-up');
const home = path.join(place, 'home');
const command = path.join(root, 'cli/target/image/fairlead/bin/fairlead');
const launcher = path.join(root, 'fairlead');

// What is measured. Each gets a folder of its own, so that one that cannot be installed is left out alone.
const packages = {
  server: { '@modelcontextprotocol/server-everything': '2026.8.31' },
  mcporter: { mcporter: '0.12.3' },
  mcpc: { '@apify/mcpc': '0.2.6' },
  inspector: { '@modelcontextprotocol/inspector': '2.12.0' },
};
// A part that handles payments, which nobody does here, asks for a version that is not to be had everywhere.
const overrides = { mcpc: { viem: '2.57.1' } };

function install(name) {
  const folder = path.join(place, name);
  const wanted = JSON.stringify({ private: true, dependencies: packages[name], overrides: overrides[name] ?? {} });
  const done = path.join(folder, 'installed');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), wanted);
    const run = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    if (run.status !== 0) {
      console.error(`start-up: ${name} could not be installed, and is left out: ${run.stderr}`);
      return null;
    }
    writeFileSync(done, '');
  }
  return program => path.join(folder, 'node_modules', program);
}

// The user's own settings are none of anybody's business here.
const environment = { PATH: process.env.PATH, HOME: home, FAIRLEAD_HOME: home, FAIRLEAD_KEYRING: 'off' };

/** Runs a command and tells the seconds it took, and those of processor time of it and its children. */
function timed(words) {
  const line = 'TIMEFORMAT="%R %U %S"; { time "$@" </dev/null >/dev/null 2>&1; } 2>&1; exit $?';
  const run = spawnSync('bash', ['-c', `${line}`, 'time', ...words], { cwd: place, env: environment, encoding: 'utf8' });
  const [wall, user, system] = run.stdout.trim().split(' ').map(Number);
  return { wall, cpu: user + system, code: run.status };
}

/** Sends the messages that the command sends, as soon as each may be sent; ends with the list of tools. */
function floor(words) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const server = spawn(words[0], words.slice(1), { stdio: ['pipe', 'pipe', 'ignore'], env: environment });
    const send = message => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
    const clientInfo = { name: 'raw-pipe', version: '1' };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const next = {
      1: () => send({ id: 2, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } }),
      2: () => {
        send({ method: 'notifications/initialized' });
        send({ id: 3, method: 'tools/list', params: {} });
      },
      3: answer => {
        const wall = (performance.now() - started) / 1000;
        server.kill('SIGKILL');
        server.on('close', () => resolve({ wall, cpu: NaN, code: answer.result?.tools?.length ? 0 : 1 }));
      },
    };
    let text = '';
    server.stdout.setEncoding('utf8').on('data', more => {
      const lines = (text + more).split('\n');
      text = lines.pop();
      lines.map(line => JSON.parse(line)).forEach(message => next[message.id]?.(message));
    });
    server.on('error', reject);
    send({ id: 1, method: 'server/discover', params: { _meta: meta } });
  });
}

const median = numbers => {
  const sorted = numbers.toSorted ? numbers.toSorted((a, b) => a - b) : [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

rmSync(home, { recursive: true, force: true });
mkdirSync(home, { recursive: true, mode: 0o700 });
const everything = install('server');
if (!everything) process.exit(70);
const server = ['node', everything('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'];
const config = path.join(place, 'servers.json');
writeFileSync(config, JSON.stringify({ imports: [], mcpServers: { everything: { command: server[0], args: server.slice(1) } } }));

const contenders = [['`node -e 0`', () => timed(['node', '-e', '0'])], ['bare pipe, to the answer', () => floor(server)]];
const add = (label, ...words) => contenders.push([label, () => timed(words)]);
add('`fairlead tools`', command, 'tools', '--', ...server);
add('`fairlead tools`, from the sources', launcher, 'tools', '--', ...server);
const mcporter = install('mcporter');
if (mcporter) add('`mcporter list`', mcporter('.bin/mcporter'), '--config', config, 'list');
const mcpc = install('mcpc');
if (mcpc) {
  const bridge = timed([mcpc('.bin/mcpc'), 'connect', `${config}:everything`, '@bench']);
  if (bridge.code === 0) add('`mcpc @bench tools-list`, warm', mcpc('.bin/mcpc'), '@bench', 'tools-list');
  else console.error('start-up: mcpc cannot connect, and is left out');
}
const inspector = install('inspector');
if (inspector) add('`inspector --cli`, tools/list', inspector('.bin/inspector'), '--cli', ...server, '--method', 'tools/list');
add('`fairlead call`', command, 'call', 'echo', 'message=hello', '--', ...server);
add('`fairlead --help`', command, '--help');
add('`fairlead --version`', command, '--version');
add('`fairlead tools --help`', command, 'tools', '--help');
const completion = [command, '__complete', 'bash', ' ', 'fairlead tools --ti'];
if (timed(completion).code === 0) add('completion (`fairlead tools --ti` TAB)', ...completion);

const seen = new Map(contenders.map(([label]) => [label, []]));
try {
  for (let round = 0; round <= rounds; round++) {
    for (const [label, run] of contenders) {
      const took = await run();
      if (took.code !== 0) console.error(`start-up: ${label} ended with ${took.code}`);
      if (round > 0) seen.get(label).push(took);
    }
    process.stderr.write(`\rstart-up: round ${round} of ${rounds} `);
  }
} finally {
  if (mcpc) timed([mcpc('.bin/mcpc'), 'close', '@bench']);
}
process.stderr.write('\n');

const seconds = value => (Number.isNaN(value) ? '' : value.toFixed(2));
const middles = label => ({ wall: median(seen.get(label).map(run => run.wall)), cpu: median(seen.get(label).map(run => run.cpu)) });
const node = middles('`node -e 0`');
const bare = middles('bare pipe, to the answer');
console.log(`${rounds} rounds, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}, Node.js ${process.version}\n`);
console.log('| command | min s | median s | × node | over the bare pipe, s | CPU s |\n| --- | --- | --- | --- | --- | --- |');
for (const [label, runs] of seen) {
  const { wall, cpu } = middles(label);
  const list = /tools`|list|call/.test(label);
  console.log(
    `| ${label} | ${seconds(Math.min(...runs.map(run => run.wall)))} | ${seconds(wall)} | ${(wall / node.wall).toFixed(1)} |` +
      ` ${list ? seconds(wall - bare.wall) : ''} | ${seconds(cpu)} |`,
  );
}
