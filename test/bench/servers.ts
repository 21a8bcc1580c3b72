import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Target } from './measure.js';

export const ROOT = join(import.meta.dirname, '..', '..');

/** The core that servers run on, and that of the load. Null where `taskset` is not to be had. */
export const SERVER_CORE = process.platform === 'linux' ? '0' : null;
export const LOAD_CORE = process.platform === 'linux' ? '1' : null;
/** All of them, for servers of several processes and what loads them. */
export const EVERY_CORE = process.platform === 'linux' ? `0-${availableParallelism() - 1}` : null;

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a server process with its output in a file, on the server core unless others are named; returns the child at once. */
export function startServer(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly log: string;
    readonly core?: string | null;
  },
): ChildProcess {
  const out = openSync(options.log, 'w');
  const core = options.core ?? SERVER_CORE;
  const [command, ...rest] = core
    ? ['taskset', '-c', core, process.execPath, ...args]
    : [process.execPath, ...args];
  const child = spawn(command!, rest, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  return child;
}

/** Waits until `url` answers below 500; throws with the end of the log when the process ends or a minute passes. */
export async function waitFor(url: string, child: ChildProcess, log: string): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until;) {
    if (child.exitCode !== null) break;
    const status = await fetch(url).then(
      (response) => response.status,
      () => 599,
    );
    if (status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not come up:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

export function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 30_000).unref();
  });
}

/** Resident memory of a process and those that it started, in MB; NaN where /proc does not tell. */
export function residentMegabytes(pid: number): number {
  return sumOfProcesses(pid, (each) => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1];
    return kilobytes ? Number(kilobytes) / 1024 : NaN;
  });
}

/** The same without what the system can take back: files, such as a database that is mapped, and the program itself. */
export function anonymousMegabytes(pid: number): number {
  return sumOfProcesses(pid, (each) => {
    const kilobytes = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1];
    return kilobytes ? Number(kilobytes) / 1024 : NaN;
  });
}

/** What a process and those that it started have used of the processor so far, in microseconds; NaN where /proc does not tell. */
export function processorMicroseconds(pid: number): number {
  return sumOfProcesses(pid, ownMicroseconds);
}

function sumOfProcesses(pid: number, of: (pid: number) => number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return children
      .filter(Boolean)
      .reduce((sum, child) => sum + sumOfProcesses(Number(child), of), of(pid));
  } catch {
    return NaN;
  }
}

/** By the scheduler, which counts in nanoseconds, where it tells; else in hundredths of a second. */
function ownMicroseconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const used = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return used.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1000;
  } catch {
    return microsecondsOfTicks(pid);
  }
}

function microsecondsOfTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name in brackets, which may hold blanks: user and system time are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export type StartTarget = () => Promise<Target>;
