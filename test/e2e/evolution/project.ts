import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { vi } from 'vitest';
import { main } from '../../../src/cli/main.js';
import { buildService } from '../../support/build-service.js';
import { ENV, type Ran, ROOT, run } from '../../support/project-on-disk.js';
import { SCRATCH } from '../../support/scratch.js';

export {
  edit,
  filesOf,
  git,
  gitIn,
  read,
  run,
  runCrudgen,
  type Ran,
} from '../../support/project-on-disk.js';
export { typeErrors } from '../../support/type-errors.js';

export const SPEC = join(ROOT, 'examples/task-manager/models.yaml');

/** A new folder, in which projects find the packages of the repository. */
export function makeFolder(name: string): string {
  return mkdtempSync(join(SCRATCH, `${name}-`));
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
