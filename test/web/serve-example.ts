import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Tree } from '../../src/tree.js';
import { readTree } from '../golden/read-tree.js';
import { withList } from '../support/list-models.js';
import { renderExample, type Example } from '../golden/example.js';
import { buildService } from '../support/build-service.js';
import { keptFolder } from '../support/kept.js';
import { SCRATCH } from '../support/scratch.js';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };
/** The password of every user that tests make. */
export const PASSWORD = 'a password for tests';

const ROOT = join(import.meta.dirname, '../..');

export const SERVICE_ENV = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/tmp',
  DATABASE_URL: 'sqlite:data/app.db',
  AUTH_SECRET: 'the secret of the tests of the back-office, long enough',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'warn',
};

/** A generated project that runs, with its back-office built. */
export interface RunningExample {
  readonly url: string;
  readonly folder: string;
  /** Calls the API as a user; an answer that is no success throws. */
  call<T = Row>(method: string, path: string, body?: unknown, token?: string): Promise<T>;
  /** A token of a user. */
  signIn(username: string, password: string): Promise<string>;
  stop(): Promise<void>;
}

export interface Row {
  id: number;
  _label: string;
  [field: string]: unknown;
}

export interface ServeOptions {
  /** What `config/search.json` registers. */
  search?: { models: string[]; fields: string[] };
  /** More of the service's environment. */
  env?: Readonly<Record<string, string>>;
  /** Other features than the usual ones, and files that its developer wrote, by their paths. */
  features?: readonly string[];
  files?: Readonly<Record<string, string>>;
}

/** Generates an example afresh, builds its back-office and starts its service. */
export function serveExample(
  example: Example,
  { search = { models: [], fields: [] }, features, files = {}, env }: ServeOptions = {},
): Promise<RunningExample> {
  const given = { 'config/search.json': JSON.stringify(search), ...files };
  const tree = withList(new Map([...renderExample(example, features), ...Object.entries(given)]));
  return serveProject(example, compressedQuickly(tree), { env });
}

/** Half of a build is to compress what is loaded once from the same machine. How small pages are is asked of others. */
function compressedQuickly(tree: Tree): Tree {
  const path = 'web/build/compress.ts';
  const text = tree.get(path)!;
  const quick = text.replace('BROTLI_PARAM_QUALITY]: 11', 'BROTLI_PARAM_QUALITY]: 4');
  if (quick === text) throw new Error(`${path} compresses in another way`);
  return new Map([...tree, [path, quick]]);
}

/** Writes a project, builds its back-office and starts its service, on a database that `fill` may put rows into before. */
export async function serveProject(
  name: string,
  tree: Iterable<readonly [path: string, text: string]>,
  {
    env = {},
    fill,
  }: { env?: ServeOptions['env']; fill?: (folder: string, env: NodeJS.ProcessEnv) => void } = {},
): Promise<RunningExample> {
  const folder = join(SCRATCH, 'web-e2e', `${name}-${process.pid}`);
  writeProject(tree, folder);
  buildService(folder);
  await buildWebOnce(folder);
  fill?.(folder, SERVICE_ENV);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = startService(folder, port, env);
  await untilReady(url, child);
  const api = apiOf(url);
  return {
    url,
    folder,
    ...api,
    stop: async () => {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeProject(tree: Iterable<readonly [path: string, text: string]>, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of tree) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Builds a back-office for all test files that have the same. */
async function buildWebOnce(folder: string): Promise<void> {
  const files = ['web', 'ui', 'engine'].flatMap((part) => [...readTree(join(folder, part))].flat());
  const packages = [join(folder, 'package.json'), join(ROOT, 'package-lock.json')];
  const texts = [...files, ...packages.map((path) => readFileSync(path, 'utf8'))];
  const dist = join(folder, 'web/dist');
  const built = await keptFolder('web', texts, async (kept) => {
    await buildWeb(folder);
    cpSync(dist, kept, { recursive: true });
  });
  cpSync(built, dist, { recursive: true });
}

/** As `npm run build` does it, and what it says, in a process of its own: vitest's environment is not that of a production build. */
export async function buildWeb(
  folder: string,
  { outDir = 'dist', ...settings }: { outDir?: string; [name: string]: string | undefined } = {},
): Promise<string> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const build = [vite, 'build', 'web', '--outDir', outDir];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, build, {
    cwd: folder,
    env,
  });
  return stdout + stderr;
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function startService(
  folder: string,
  port: number,
  more: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(process.execPath, ['dist/src/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', process.env.WEB_LOG ? 'inherit' : 'ignore'],
    env: { ...SERVICE_ENV, PORT: String(port), ...more },
  });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the service was not ready within a minute');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await end;
  clearTimeout(timer);
}

function apiOf(url: string): Pick<RunningExample, 'call' | 'signIn'> {
  let admin: Promise<string> | undefined;
  const send = async <T>(method: string, path: string, body: unknown, token: string | null) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  };
  const signIn = async (username: string, password: string) => {
    const body = { username, password };
    const answer = await send<{ access_token: string }>('POST', '/auth/login', body, null);
    return answer.access_token;
  };
  return {
    signIn,
    call: async (method, path, body, token) => {
      admin ??= signIn(ADMIN.username, ADMIN.password);
      return send(method, path, body, token ?? (await admin));
    },
  };
}
