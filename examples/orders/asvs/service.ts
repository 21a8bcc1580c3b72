import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { databasesAt, type TestDatabases } from '../engine/testing/test-databases.js';
import type { Project } from './project.js';
import { SETTINGS, SETTINGS_OF } from './settings.js';

export interface Answer {
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; null where it is no JSON. */
  readonly json: unknown;
}

export interface Ask {
  /** A token, sent as the bearer's. */
  readonly token?: string | undefined;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address that the proxy forwards: each has its own limits. */
  readonly from?: string;
}

/** The service as in production: a process of its own on a temporary database, behind a proxy that serves https. */
export interface Service {
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Milliseconds by which its clock is ahead. */
  readonly ahead: number;
  setAhead(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startService(
  project: Project,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'asvs-'));
  const databases = temporaryDatabases(folder);
  try {
    const child = run(project, folder, { ...settings, DATABASE_URL: await databases.create() });
    const end = async () => {
      await stop(child);
      await databases.dropAll();
      await rm(folder, { recursive: true, force: true });
    };
    const url = await listening(child).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    let ahead = 0;
    return {
      ask: (method, path, ask = {}) => send(url, method, path, ask),
      get ahead() {
        return ahead;
      },
      setAhead: async (ms) => {
        const set = once(child, 'message');
        child.send(ms);
        await set;
        ahead = ms;
      },
      stop: end,
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** What the service says when it does not start with these settings; null where it starts. */
export async function refusalWith(
  project: Project,
  settings: Readonly<Record<string, string>>,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'asvs-'));
  const databases = temporaryDatabases(folder);
  const child = run(project, folder, { DATABASE_URL: await databases.create(), ...settings });
  try {
    await listening(child);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await stop(child);
    await databases.dropAll();
    await rm(folder, { recursive: true, force: true });
  }
}

/** On the server for tests where there is one, else SQLite in a folder. */
function temporaryDatabases(folder: string): TestDatabases {
  const url = process.env.TEST_DATABASE_URL || 'sqlite:';
  const prefix = url.startsWith('sqlite:') ? folder : `asvs_${process.pid}_${Date.now()}_`;
  return databasesAt({ url, prefix });
}

/** In an empty folder, so that no `.env` is read; of the environment only what processes need. */
function run(
  { folder, features }: Project,
  cwd: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const { PATH, HOME, TMPDIR, SYSTEMROOT } = process.env;
  const ofFeatures = [...features].map((feature) => SETTINGS_OF[feature]);
  const tsx = createRequire(join(folder, 'package.json')).resolve('tsx');
  return spawn(
    process.execPath,
    [
      ...['--import', pathToFileURL(tsx).href],
      ...['--import', pathToFileURL(join(folder, 'asvs/clock.ts')).href],
      join(folder, 'src/main.ts'),
    ],
    {
      cwd,
      env: Object.assign(
        { PATH, HOME, TMPDIR, SYSTEMROOT, TSX_TSCONFIG_PATH: join(folder, 'tsconfig.json') },
        ...[{ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info' }, SETTINGS, ...ofFeatures, settings],
      ) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
}

/** The URL of which its log tells; what it says in its place is the error. */
async function listening(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  child.stderr!.on('data', (text: Buffer) => said.push(String(text)));
  const lines = createInterface({ input: child.stdout! });
  const url = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const found = /"url":"([^"]+)","msg":"listening"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const gone = once(child, 'close').then(() => null);
  const found = await Promise.race([url, gone]);
  if (found === null) throw new Error(said.join('').trim());
  return found;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function send(url: string, method: string, path: string, ask: Ask): Promise<Answer> {
  const { token, body, headers, from = '198.51.100.1' } = ask;
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-proto': 'https',
      'x-forwarded-for': from,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status } = response;
  return {
    ...{ request: `${method} ${path}`, status, headers: response.headers },
    ...{ text, json: parsed(text) },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
