import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asked } from './operations.js';

/** A question with what says who asks. */
export type AskedBy = Asked & { readonly headers: Readonly<Record<string, string>> };

/** What came of a load: requests answered well, others, and how long they took. */
export interface Load {
  readonly seconds: number;
  readonly answered: number;
  readonly failures: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Requests are written out before, so that nothing is made while time runs; a load that needs more begins anew. */
const PREPARED = 20_000;

/** Loads `base` by wrk, a loader of native code, which costs less than what it measures; `ask` gives the question with the number `n`, from 0. */
export async function loadByWrk(
  base: string,
  ask: (n: number) => AskedBy,
  { seconds, connections, core }: { seconds: number; connections: number; core: string | null },
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'crudgen-wrk-'));
  try {
    const script = join(folder, 'load.lua');
    const requests = Array.from({ length: PREPARED }, (_, n) => luaText(rawRequest(base, ask(n))));
    writeFileSync(script, LUA.replace('REQUESTS', requests.join(',\n')));
    const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, base];
    const [command, ...args] = core === null ? wrk : ['taskset', '-c', core, ...wrk];
    return readFigures(await run(command!, args));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LUA = `local requests = {REQUESTS}
local n = 0
request = function()
  n = n % #requests + 1
  return requests[n]
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("figures %d %d %d %f %f\\n", summary.duration, summary.requests,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;

function rawRequest(base: string, { method, path, body, headers }: AskedBy): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  const lines = Object.entries({ host: new URL(base).host, ...headers, ...type });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return `${method} ${new URL(base).pathname.replace(/\/$/, '')}${path} HTTP/1.1\r\n${head}\r\n\r\n${text}`;
}

/** A text as Lua writes it. */
const luaText = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`;

const run = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, args, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const reason = stderr || stdout || error.message;
      reject(new Error(`${command} failed: ${reason}; the load is made by wrk: apt install wrk`));
    });
  });

function readFigures(output: string): Load {
  const [, ...figures] = /figures (\d+) (\d+) (\d+) ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  const [microseconds, requests, failures, p50, p99] = figures.map(Number);
  if (p99 === undefined) throw new Error(`wrk said no figures:\n${output}`);
  return {
    seconds: microseconds! / 1e6,
    answered: requests! - failures!,
    failures: failures!,
    p50: p50!,
    p99,
  };
}
