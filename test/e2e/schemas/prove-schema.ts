import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATEMENT_QUERIES, statementsIn } from '../../../src/pull/statements.js';
import { callEndpoints } from '../../schemas/call-endpoints.js';
import { makeDatabase, publicSchema, type PublicSchema, rowsOf } from '../../schemas/schemas.js';
import { startPostgres, type TestPostgres } from '../../support/postgres.js';
import { ENV, ROOT, run, runCrudgen } from '../../support/project-on-disk.js';
import { SCRATCH } from '../../support/scratch.js';
import { typeErrors } from '../../support/type-errors.js';

const MINUTES = 60_000;
/** What `pull` writes for each schema; all else is alike in every project. */
const OWN_PLACES = ['src', 'test', 'web/src/pages'];
/** Statements about the tables that the service makes for itself. */
const OF_SERVICE =
  /\b(auth_\w+|migrations(_id_seq)?|migration_lock|jobs?|mails?|webhook_\w+|audit_\w+)\b/;

const NOTHING = /^nothing to change/;
const MIGRATE = ['--import', 'tsx', 'src/main.ts', 'migrate'];

/**
 * Pulls each schema of a public database, and holds the project to what is promised: its code passes the compiler, ESLint and its own
 * tests; no endpoint fails; and of what was in the database nothing changes.
 */
export function proveSchema(name: string): void {
  const schema = publicSchema(name);
  const folder = mkdtempSync(join(SCRATCH, `schema-${name}-`));
  let server: TestPostgres | null = null;
  let place = '';
  let before: readonly string[] = [];

  beforeAll(async () => {
    server = schema.database === 'postgres' ? await startPostgres() : null;
    place = server === null ? join(folder, 'original.db') : await server.createDatabase();
    await makeDatabase(schema, place);
    before = await statementsOf(schema, place);
  }, 2 * MINUTES);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTES);

  describe(schema.title, () => {
    const project = join(folder, 'project');

    it('becomes a project', { timeout: 5 * MINUTES }, () => {
      const choice = schema.schemas.length === 0 ? [] : ['--schema', schema.schemas.join()];
      const args = [place, project, ...choice, '--no-install', '--no-git'];
      const { status, stderr } = runCrudgen(folder, 'pull', ...args);
      expect([status, stderr.replaceAll(/^warning[^]*$/g, '')]).toEqual([0, '']);
    });

    it('has code without faults', { timeout: 30 * MINUTES }, () => {
      expect(typeErrors(project)).toBe('');
      expect(typeErrors(project, 'web')).toBe('');
      const eslint = join(ROOT, 'node_modules/eslint/bin/eslint.js');
      const linted = run(project, process.execPath, [eslint, ...OWN_PLACES, '--max-warnings', '0']);
      expect([linted.status, linted.stdout + linted.stderr]).toEqual([0, '']);
    });

    it('passes its own tests', { timeout: 10 * MINUTES }, () => {
      const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
      const { status, stdout, stderr } = run(project, process.execPath, [vitest, 'run']);
      expect(status, stdout.slice(-5000) + stderr.slice(-5000)).toBe(0);
    });

    it(
      'has nothing to change, and makes a database like it elsewhere',
      {
        timeout: 10 * MINUTES,
      },
      async () => {
        expect(runCrudgen(project, 'diff')).toMatchObject({
          status: 0,
          stdout: expect.stringMatching(NOTHING) as string,
        });
        const pulled = runCrudgen(project, 'pull');
        expect([pulled.status, pulled.stdout]).toEqual([0, expect.stringMatching(NOTHING)]);
        const other = server === null ? join(folder, 'new.db') : await server.createDatabase();
        const url = server === null ? `sqlite:${other}` : other;
        const { status, stderr } = run(project, process.execPath, MIGRATE, { DATABASE_URL: url });
        expect([status, stderr]).toEqual([0, '']);
        const all = await statementsOf(schema, other);
        const made = all.filter((one) => before.includes(one) || !OF_SERVICE.test(one));
        expect(made.toSorted()).toEqual(before.toSorted());
      },
    );

    it('answers at each endpoint', { timeout: 30 * MINUTES }, async () => {
      const service = await startService(project);
      try {
        const { calls, faults } = await callEndpoints(service.origin, await signIn(service.origin));
        expect(faults).toEqual([]);
        expect(calls).toBeGreaterThan(100);
      } finally {
        await service.stop();
      }
    });

    it('leaves the database as it was', async () => {
      const after = await statementsOf(schema, place);
      const added = after.filter((statement) => !before.includes(statement));
      expect(before.filter((statement) => !after.includes(statement))).toEqual([]);
      expect(added.filter((statement) => !OF_SERVICE.test(statement))).toEqual([]);
    });
  });
}

async function statementsOf({ database }: PublicSchema, place: string): Promise<readonly string[]> {
  const rows = await rowsOf(database, place, STATEMENT_QUERIES[database]);
  return statementsIn(database, rows);
}

interface Service {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the service of a project, and waits until it is ready. */
async function startService(project: string): Promise<Service> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: project,
    env: { ...ENV, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => statusOf(`${origin}/readyz`, child, said), { timeout: 3 * MINUTES, interval: 200 })
    .toBe(200);
  return { origin, stop: () => stopped(child) };
}

async function statusOf(
  url: string,
  { exitCode }: ChildProcess,
  said: readonly string[],
): Promise<number | string> {
  if (exitCode !== null) return `it ended:\n${said.join('').slice(-3000)}`;
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.on('close', () => done());
    child.kill('SIGTERM');
  });
}

/** The access token of the administrator. */
async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'admin' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
