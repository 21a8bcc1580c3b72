/**
 * Starts a generated project as its owner would: built, by `node dist/src/main.js`, in a copy of the
 * example, on a fresh SQLite file or a fresh database of a real PostgreSQL, and talks HTTP to it.
 *
 * The suite is a black box: nothing here imports the service. Each file of the suite covers sections
 * of contract.md and runs on both databases.
 *   onEachDatabase((database) => {
 *     const service = useService('clinic', database);       one service per example, features and database
 *     test('...', async () => {
 *       const answer = await service.as('anna').get('/patient');
 *       expectProblem(answer, 403);
 *     });
 *   });
 * Tests share services, so they never count all rows of a table: they mark their own rows (`mark()`).
 * `as(name)` is a member of the example's cast (cast.ts), made once per service. A test that needs its
 * own environment, a restart or a broken file uses `startService`, which ends with the test.
 * CONTRACT_DATABASES=sqlite runs one database; CONTRACT_KEEP=1 SCRATCH=.tmp keeps .tmp/contract-*;
 * CONTRACT_LOG=info writes each service's log to service.log in its folder.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { placedExample } from '../support/placed-example.js';
import { buildService } from '../support/build-service.js';
import { SCRATCH } from '../support/scratch.js';
import { send, type Answer } from './http.js';
import { kindOfIds, type Kind } from './ids.js';

export type Example = 'task-manager' | 'orders' | 'clinic';
export type Database = 'sqlite' | 'postgres';

/** Settings that every started service has unless a test says otherwise. */
export const SECRET = 'the secret of the contract suite, long enough';
export const ADMIN = { username: 'admin', password: 'correct horse battery' };

/** The back-office, of which no test here asks, and what tools and services leave in a project. */
const LEFT_OUT = new Set(['web', 'node_modules', 'dist', 'data']);

/** A folder of `test/mutants/`: files of the engine with mutants, and the code that chooses a mutant. Unset in other runs. */
const { CONTRACT_MUTANTS: mutants } = process.env;

/** What the list of models names beside entities. */
const PART = /\.(?:access|routes|hooks|rules)\.ts$/;

export interface StartOptions {
  example: Example;
  /** Features that it has besides its own. */
  features?: readonly string[];
  /** The whole `DATABASE_URL`. */
  databaseUrl: string;
  /** Added to the environment; `null` takes a setting away. */
  env?: Record<string, string | null>;
  /** Files written into the copy before the start; `null` removes one. */
  files?: Record<string, string | null>;
  /** Changes of files of the copy. */
  edits?: Record<string, (text: string) => string>;
  /** A folder of an earlier start, to start again where it stopped, or beside it; it goes with that one. */
  folder?: string;
  /** The ids of its models; as `useIds` says by default. */
  ids?: Kind | undefined;
  /** Passwords hashed at their true cost, where the time that it takes is the point. */
  slowHashes?: boolean;
}

/** Where all projects and databases of this run are; the global setup names the run. */
export function runFolder(): string {
  return join(SCRATCH, `contract-${process.env.CONTRACT_RUN || process.pid}`);
}

/** A folder of its own within this run's. */
export function makeFolder(name: string): string {
  const parent = runFolder();
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `${name}-`));
  // PostgreSQL runs as a user of its own and has to reach its data.
  chmodSync(folder, 0o755);
  return folder;
}

/** A fresh copy of an example's project. */
export async function copyProject(
  options: Pick<StartOptions, 'example' | 'features' | 'files' | 'edits' | 'slowHashes' | 'ids'>,
): Promise<string> {
  const folder = makeFolder(options.example);
  const { ids = kindOfIds() } = options;
  const whole = await placedExample(options.example, options.features, ids);
  cpSync(whole, folder, { recursive: true, filter: (source) => !LEFT_OUT.has(basename(source)) });
  if (mutants) cpSync(join(mutants, 'engine'), join(folder, 'engine'), { recursive: true });
  for (const [path, text] of Object.entries(options.files ?? {})) placeFile(folder, path, text);
  if (Object.keys(options.files ?? {}).some((path) => PART.test(path))) {
    const { listModels } = await import('../support/list-models.js');
    listModels(folder);
  }
  for (const [path, edit] of Object.entries(options.edits ?? {}))
    placeFile(folder, path, edit(readFileSync(join(folder, path), 'utf8')));
  if (!options.slowHashes) {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(import.meta.dirname, 'cheap-bcrypt'), join(folder, 'node_modules/bcryptjs'));
  }
  return folder;
}

/** Writes (or with null removes) one file of a project. */
export function placeFile(folder: string, path: string, text: string | null): void {
  const target = join(folder, path);
  if (text === null) return rmSync(target, { force: true });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Removes a project's folder, unless the run is to be looked at afterwards. */
export function removeFolder(folder: string): void {
  if (!process.env.CONTRACT_KEEP) rmSync(folder, { recursive: true, force: true });
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A running (or ended) service process. */
export class Service {
  private printed = '';
  readonly ended: Promise<number | null>;

  constructor(
    readonly url: string,
    readonly folder: string,
    readonly child: ChildProcess,
    /** Where its data is, as the process was told. */
    readonly databaseUrl: string,
    /** Whether the folder is that of an earlier start, which may be running, and whose database may lie in it. */
    private readonly isGuest = false,
  ) {
    const keep = process.env.CONTRACT_LOG
      ? createWriteStream(join(folder, 'service.log'), { flags: 'a' })
      : undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.printed += chunk.toString();
        keep?.write(chunk);
      });
    }
    this.ended = new Promise((resolve) => child.on('close', resolve));
  }

  /** Everything that the process has printed so far. */
  get output(): string {
    return this.printed;
  }

  /** Waits until `/readyz` answers 200; an early end is an error that shows the output. */
  async ready(): Promise<this> {
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null)
        throw new Error(`service ended (${this.child.exitCode}):\n${this.output.slice(-4000)}`);
      const answer = await this.probe();
      if (answer?.status === 200) return this;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    this.child.kill('SIGKILL');
    throw new Error(`service not ready in 60 s:\n${this.output.slice(-4000)}`);
  }

  private probe(): Promise<Answer | undefined> {
    return send(this.url, 'GET', '/readyz').catch(() => undefined);
  }

  /** Sends SIGTERM and answers the exit code; null when it had to be killed, after so many milliseconds. */
  async stop(patience = 15_000): Promise<number | null> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), patience);
    this.child.kill('SIGTERM');
    const code = await this.ended;
    clearTimeout(timer);
    return code;
  }

  /** Ends the process and removes its folder, if it was made for it. How it ends is nobody's question: requests that are left open hold up no test. */
  async dispose(): Promise<void> {
    if (this.child.exitCode === null) await this.stop(1000);
    if (!this.isGuest) removeFolder(this.folder);
  }
}

/** Starts a process without waiting for it: for starts that are to be refused. */
export async function launchService(options: StartOptions): Promise<Service> {
  const folder = options.folder ?? (await copyProject(options));
  buildService(folder);
  const port = await freePort();
  const env: Record<string, string | null> = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '/tmp',
    PORT: String(port),
    DATABASE_URL: options.databaseUrl,
    AUTH_SECRET: SECRET,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: process.env.CONTRACT_LOG ?? 'silent',
    ...options.env,
  };
  const given = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== null);
  const preloaded = mutants ? ['--import', join(mutants, 'switch.mjs')] : [];
  const args = [...preloaded, '--enable-source-maps', 'dist/src/main.js'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: Object.fromEntries(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const isGuest = options.folder !== undefined;
  return new Service(`http://127.0.0.1:${port}`, folder, child, options.databaseUrl, isGuest);
}

/** The SQLite database that a project has by default. */
export const DEFAULT_SQLITE = 'sqlite:data/app.db';
