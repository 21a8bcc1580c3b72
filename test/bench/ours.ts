import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Target } from './measure.js';
import { freePort, ROOT, startServer, stopServer, waitFor } from './servers.js';

const PASSWORD = 'a long enough password';

/** As in production, with everything on. */
export const SERVICE_ENV = {
  NODE_ENV: 'production',
  AUTH_SECRET: 'a secret of the benchmark that is long enough',
  ADMIN_PASSWORD: PASSWORD,
};

/**
 * Makes a project from a spec and by commands as its developer would, and builds it against this repository's node_modules. `root` is
 * a clone of the crudgen that makes it, this one unless given.
 */
export function makeProject(
  spec: string,
  directory: string,
  commands: readonly (readonly string[])[] = [],
  root = ROOT,
): void {
  rmSync(directory, { recursive: true, force: true });
  const crudgen = (...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'bin', 'crudgen.js'), ...args], { stdio: 'pipe' });
  crudgen('init', directory, '--yes', '--models', spec, '--no-install', '--no-git', '--no-web');
  for (const command of commands) crudgen(...command, '--cwd', directory);
  execFileSync(
    process.execPath,
    [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'],
    { cwd: directory, stdio: 'pipe' },
  );
}

/** What a service is started with beside its database: flags for Node, settings, cores for it and for who loads it. */
interface Start {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cores?: string | null;
}

/** The generated service as it goes to production: login, rules and log on, run as a Manager. */
export async function startOurs(
  name: string,
  directory: string,
  databaseUrl: string,
  { flags = [], env = {}, cores = null }: Start = {},
): Promise<Target> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const log = join(directory, 'bench.log');
  const child = startServer([...flags, mainOf(directory)], {
    cwd: directory,
    env: { ...SERVICE_ENV, ...env, DATABASE_URL: databaseUrl, PORT: String(port) },
    log,
    core: cores,
  });
  await waitFor(`${base}/readyz`, child, log);
  return {
    name,
    base,
    headers: { authorization: `Bearer ${await managerToken(base)}` },
    pid: child.pid!,
    cores,
    stop: () => stopServer(child),
  };
}

/** What a project's `npm start` runs; earlier versions have it elsewhere. */
function mainOf(directory: string): string {
  const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return scripts.start.split(' ').at(-1)!;
}

const managerToken = async (base: string): Promise<string> =>
  (await tokensOf(base, ['manager'], 'Manager'))[0]!;

/** Makes users with a role, unless they are there since an earlier start on the same file, and logs them in. */
export async function tokensOf(
  base: string,
  usernames: readonly string[],
  role: string,
): Promise<string[]> {
  const login = (username: string) =>
    call<{ access_token: string }>(`${base}/auth/login`, { username, password: PASSWORD });
  const admin = await login('admin');
  const tokens: string[] = [];
  for (const username of usernames) {
    const email = `${username}@example.com`;
    const user = { username, password: PASSWORD, email, role_names: [role] };
    await call(`${base}/auth/register`, user, admin.access_token).catch(() => null);
    tokens.push((await login(username)).access_token);
  }
  return tokens;
}

async function call<T>(url: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** A copy of a database file without its log, so that every target starts from the same rows. */
export function copyDatabase(from: string, to: string): void {
  const database = new Database(from);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  rmSync(`${to}-wal`, { force: true });
  rmSync(`${to}-shm`, { force: true });
  copyFileSync(from, to);
}
