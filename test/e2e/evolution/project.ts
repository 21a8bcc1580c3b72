import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { buildService } from '../../support/build-service.js';
import { withCrudgen } from '../../support/crudgen-on-path.js';
import { SCRATCH } from '../../support/scratch.js';

export { typeErrors } from '../../support/type-errors.js';

const ROOT = join(import.meta.dirname, '../../..');
export const SPEC = join(ROOT, 'examples/task-manager/models.yaml');
// Whether this runs in CI is not for a project's own tests to know.
const OURS = { VITEST: undefined, CI: undefined };
const ENV = { ...process.env, PATH: withCrudgen, NO_COLOR: '1', FORCE_COLOR: undefined, ...OURS };

/** What a program came to. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new folder, in which projects find the packages of the repository. */
export function makeFolder(name: string): string {
  return mkdtempSync(join(SCRATCH, `${name}-`));
}

/** Runs a program in a project. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  const options = {
    cwd,
    encoding: 'utf8' as const,
    maxBuffer: 64 * 1024 ** 2,
    env: { ...ENV, NODE_ENV: undefined, ...env },
  };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { status, stdout, stderr };
}

/** Runs crudgen in a project; throws with what it said where it does not do its work. */
export async function crudgen(cwd: string, ...args: readonly string[]): Promise<string> {
  const ran = await tryCrudgen(cwd, ...args);
  if (ran.status !== 0) throw new Error(`crudgen ${args.join(' ')}\n${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/**
 * Runs crudgen in a project, whatever comes of it: in this process, where all but its first command takes a tenth of the
 * time. What programs that it starts print to its terminal is not in the answer.
 */
export async function tryCrudgen(cwd: string, ...args: readonly string[]): Promise<Ran> {
  const { environment, folder } = { environment: { ...process.env }, folder: process.cwd() };
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  process.chdir(cwd);
  become({ ...ENV, NODE_ENV: undefined });
  try {
    return { status: await main(args), ...said };
  } finally {
    become(environment);
    process.chdir(folder);
    for (const spy of spies) spy.mockRestore();
  }
}

/** Gives this process an environment in place of its own. */
function become(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined) process.env[name] = value;
}

/** Runs the command that a developer types, in a process of its own. */
export const runCrudgen = (cwd: string, ...args: readonly string[]): Ran =>
  run(cwd, process.execPath, [join(ROOT, 'bin/crudgen.js'), ...args]);

/** Runs git in a project. */
export const git = (cwd: string, ...args: readonly string[]): Ran => gitIn(cwd, args);

/** Runs git in a project with more environment. */
export function gitIn(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@example.com'];
  return run(cwd, 'git', [...who, ...args], env);
}

/** Runs a script of a project's package.json; throws with what it said where it fails. */
export function npm(cwd: string, ...args: readonly string[]): string {
  const ran = run(cwd, 'npm', args);
  if (ran.status !== 0)
    throw new Error(`npm ${args.join(' ')}\n${(ran.stdout + ran.stderr).slice(-8000)}`);
  return ran.stdout;
}

/** Runs a command of a project's service, built as it is now. */
export function runService(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  buildService(cwd);
  return run(cwd, process.execPath, ['dist/src/main.js', ...args], env);
}

/** Applies the migrations of a project to a database. */
export function migrate(cwd: string, url: string): void {
  const ran = runService(cwd, ['migrate'], { DATABASE_URL: url });
  if (ran.status !== 0) throw new Error(ran.stdout + ran.stderr);
}

type Row = Record<string, unknown>;

/** The rows of a statement on SQLite or PostgreSQL. */
export async function query(cwd: string, url: string, sql: string): Promise<Row[]> {
  if (url.startsWith('sqlite:')) {
    const database = new Sqlite(join(cwd, url.slice('sqlite:'.length)));
    try {
      const statement = database.prepare(sql);
      return statement.reader ? (statement.all() as Row[]) : (statement.run(), []);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every text file of a project that is its owner's to edit. */
export function filesOf(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(\.git|\.crudgen|data|dist|node_modules)\//.test(path))
    .sort();
}

export const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

/** Changes a file as its owner would. */
export function edit(cwd: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(cwd, path), change(read(cwd, path)));
}

/** Serves a project that is built, as `npm start` does, on a free port while something is asked of it. */
export async function serving<T>(
  cwd: string,
  url: string,
  ask: (address: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    cwd,
    env: { ...ENV, NODE_ENV: undefined, PORT: String(port), DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    const address = `http://127.0.0.1:${port}`;
    for (let tries = 0; ; tries++) {
      if ((await fetch(`${address}/readyz`).catch(() => null))?.status === 200) break;
      if (tries > 600 || child.exitCode !== null) throw new Error(`it does not serve: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return await ask(address);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await new Promise((resolve) => child.on('close', resolve));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
