// One of the TypeScript SDKs as a contender: the same commands and answers as those of ContenderProgram.java.
//   node contender.mjs v1|v2 stdio COMMAND ARGUMENTS… | http URL
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [version, kind, ...address] = process.argv.slice(2);
const textLength = Number(process.env.BENCH_TEXT ?? 4);
const restMillis = 1000;
const warmingConnections = 5;
const mostFailuresInARow = 20;
console.log = console.info = console.error; // Whatever a library prints is no answer.

// Only what is needed is loaded, as a program would.
const modules = {
  v1: {
    client: '@modelcontextprotocol/sdk/client/index.js',
    stdio: '@modelcontextprotocol/sdk/client/stdio.js',
    http: '@modelcontextprotocol/sdk/client/streamableHttp.js',
  },
  v2: { client: '@modelcontextprotocol/client', stdio: '@modelcontextprotocol/client/stdio', http: '@modelcontextprotocol/client' },
}[version];
const { Client } = await import(modules.client);
const { StdioClientTransport, StreamableHTTPClientTransport } = await import(modules[kind]);

let lastError = '';
async function connect() {
  const client = new Client({ name: 'bench', version: '1' });
  client.onerror = error => (lastError = error.message);
  await client.connect(
    kind === 'stdio'
      ? new StdioClientTransport({ command: address[0], args: address.slice(1), stderr: 'ignore' })
      : new StreamableHTTPClientTransport(new URL(address[0])),
  );
  return client;
}

async function call(client) {
  const result = await client.callTool({ name: 'echo', arguments: { text: 'ping' } });
  const text = result.content[0].text;
  if (text.length !== textLength) throw new Error(`the text has ${text.length} characters instead of ${textLength}`);
}

const elapsed = async action => {
  const start = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - start) / 1e3;
};

/** Does one thing again and again until the time is over, WIDTH at a time, and tells what it cost. */
async function batch(millis, width, step) {
  const times = [];
  let failed = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const loop = async () => {
    let inARow = [];
    do {
      try {
        times.push(await step());
        inARow = [];
      } catch (failure) {
        failed++;
        inARow.push(`${failure.message}${lastError && ` (${lastError})`}`);
        if (inARow.length === mostFailuresInARow) throw new Error(inARow[0]); // The others may well be its consequences.
      }
    } while (performance.now() < start + millis);
  };
  await Promise.all(Array.from({ length: width }, loop));
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  const part = share => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const rate = (times.length / took) * 1000;
  return { p50: part(0.5), p90: part(0.9), p99: part(0.99), rate, cpu: (user + system) / times.length, failed };
}

function footprint() {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  let threads = 0;
  try {
    threads = Number(/^Threads:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    threads = NaN; // Not every system tells; a figure that is not one is left out.
  }
  return { threads, rss: rss / 1024, heap: heapUsed / 1024 };
}

const open = [];
async function many(count) {
  for (let i = 0; i < warmingConnections; i++) {
    const client = await connect();
    await call(client);
    await client.close();
  }
  const before = footprint();
  for (let i = 1; i <= count; i++) {
    const client = await connect();
    await call(client);
    open.push(client);
    answer({ at: i });
  }
  await new Promise(rested => setTimeout(rested, restMillis)); // What it costs to have them, not to have just used them.
  const after = footprint();
  return Object.fromEntries(Object.keys(after).map(figure => [figure, (after[figure] - before[figure]) / count]));
}

let kept;
const client = async () => (kept ??= await connect());
const commands = {
  calls: async (millis, width) => {
    const connected = await client();
    return batch(Number(millis), Number(width), () => elapsed(() => call(connected)));
  },
  lists: async millis => {
    const connected = await client();
    return batch(Number(millis), 1, () => elapsed(() => connected.listTools()));
  },
  schemas: async millis => {
    const connected = await client();
    return batch(Number(millis), 1, () =>
      elapsed(async () => {
        const { tools } = await connected.listTools();
        for (const tool of tools) {
          if (Object.keys(tool.inputSchema).length < 2) throw new Error('a schema is not whole');
        }
      }),
    );
  },
  connects: async millis =>
    batch(Number(millis), 1, async () => {
      let fresh;
      const took = await elapsed(async () => {
        fresh = await connect();
        await fresh.listTools();
      });
      await fresh.close();
      return took;
    }),
  many: async count => many(Number(count)),
  first: async () => {
    await call(await client());
    return {};
  },
};

const answer = figures => process.stdout.write(JSON.stringify(figures) + '\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.split(' ');
  try {
    answer(await commands[command](...words));
  } catch (failure) {
    console.error(failure);
    answer({ error: String(failure?.message ?? failure) });
  }
}
process.exit(0);
