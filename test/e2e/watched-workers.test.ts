import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../contract/eventually.js';
import { buildScript } from '../support/build-script.js';

const SCRIPT = await buildScript('watched-workers');
const TOKEN = 'a token of the metrics';

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Two workers on a database of their own, until the test ends. */
function startWorkers(
  env: Readonly<Record<string, string>>,
  ...command: readonly string[]
): Started {
  const folder = mkdtempSync(join(tmpdir(), 'watched-workers-'));
  const child = spawn(process.execPath, [SCRIPT, ...command], {
    cwd: folder,
    env: {
      ...{ PATH: process.env['PATH'], WORKERS: '2', PORT: '0', HOST: '127.0.0.1' },
      ...{ DATABASE_URL: `sqlite:${join(folder, 'app.db')}`, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { child, output: () => output };
}

/** A port beside which the next one is free, too. */
async function twoPorts(): Promise<number> {
  const listen = async (port: number): Promise<Server | null> => {
    const server = createServer();
    const heard = Promise.race([once(server, 'listening'), once(server, 'error')]);
    server.listen(port, '127.0.0.1');
    await heard.catch(() => undefined);
    return server.listening ? server : null;
  };
  for (;;) {
    const one = (await listen(0))!;
    const { port } = one.address() as { port: number };
    const two = await listen(port + 1);
    for (const server of [one, two])
      if (server) await new Promise<void>((done) => server.close(() => done()));
    if (two) return port;
  }
}

const linesOf = (output: string, msg: string) =>
  output
    .split('\n')
    .filter((line) => line.includes(`"msg":"${msg}"`))
    .map((line) => JSON.parse(line) as { url: string; worker: number });

test('workers have a port for their metrics each, one after the other', async () => {
  const port = await twoPorts();
  const { output } = startWorkers({ METRICS_PORT: String(port) });
  const haveStarted = () => Promise.resolve(linesOf(output(), 'listening').length === 2);
  expect(await eventually(haveStarted, 60_000), output()).toBe(true);
  const told = linesOf(output(), 'metrics').map(({ url, worker }) => [worker, url]);
  expect(told.sort()).toEqual([
    [1, `http://127.0.0.1:${port}/metrics`],
    [2, `http://127.0.0.1:${port + 1}/metrics`],
  ]);
  // They may have started in the same second: what they have used by now tells them apart.
  const used = await Promise.all(
    [port, port + 1].map(async (at) => {
      const text = await (await fetch(`http://127.0.0.1:${at}/metrics`)).text();
      return text.match(/^process_(cpu_user_seconds_total|resident_memory_bytes) .*$/gm)?.join();
    }),
  );
  expect(used.every(Boolean)).toBe(true);
  expect(new Set(used).size).toBe(2);
});

test('in development there is one process, which each change starts again', async () => {
  const { output } = startWorkers({}, 'dev');
  const hasStarted = () => Promise.resolve(linesOf(output(), 'listening').length > 0);
  expect(await eventually(hasStarted, 60_000), output()).toBe(true);
  expect(linesOf(output(), 'listening').map(({ worker }) => worker)).toEqual([undefined]);
});

test.each([
  ['METRICS_TOKEN', { METRICS_TOKEN: TOKEN.replaceAll(' ', '-') }],
  ['METRICS_PORT', { METRICS_PORT: 'taken' }],
])('a start without a port for them is refused, and told once: %s', async (name, env) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const given = Object.entries(env).map(([key, value]) => [
    key,
    value === 'taken' ? String(port) : value,
  ]);
  const { child, output } = startWorkers(Object.fromEntries(given) as Record<string, string>);
  await once(child, 'exit');
  expect(child.exitCode).toBe(1);
  expect(output().split(`  ${name}: `)).toHaveLength(2);
});
