import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  crudgen,
  filesOf,
  makeFolder,
  migrate,
  query,
  read,
  runService,
  SPEC,
  tryCrudgen,
  typeErrors,
} from './evolution/project.js';

const URL = 'sqlite:data/app.db';

describe('a feature with tables', () => {
  let folder: string;
  let project: string;
  let before: ReadonlyMap<string, string>;

  const isMigration = (path: string) => path.includes('/migrations/');
  const tree = () => new Map(filesOf(project).map((path) => [path, read(project, path)]));
  const fresh = () => [...tree().keys()].filter((path) => isMigration(path) && !before.has(path));
  const tables = async () => {
    const rows = await query(project, URL, `SELECT name FROM sqlite_master WHERE type = 'table'`);
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    folder = makeFolder('feature-tables');
    await crudgen(
      folder,
      'init',
      'shop',
      '--models',
      SPEC,
      '--without',
      'admin',
      '--no-install',
      '--no-git',
    );
    project = join(folder, 'shop');
    before = tree();
    migrate(project, URL);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is added with its code, a migration, packages and commands, and all of it fits', async () => {
    await crudgen(project, 'add', 'jobs');
    const [path = '', ...more] = fresh();
    expect(more).toEqual([]);
    expect(path).toMatch(/-create-background-job\.ts$/);
    expect(read(project, path)).toContain("createTable('background_job'");
    expect(read(project, 'src/features.gen.ts')).toContain("from './jobs/jobs.js'");
    const { scripts, dependencies, imports } = JSON.parse(read(project, 'package.json'));
    expect(scripts.worker).toBe('exec tsx src/main.ts worker');
    expect(dependencies).toMatchObject({ croner: expect.any(String), zod: expect.any(String) });
    expect(imports['#engine/jobs']).toBe('./engine/jobs/index.js');
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(await crudgen(project, 'features', '--json')).toContain('"JOBS_LEASE"');
    expect(typeErrors(project)).toBe('');
    migrate(project, URL);
    expect(await tables()).toContain('background_job');
  });

  it('says what is wrong with its settings together with the others', () => {
    const env = { DATABASE_URL: URL, JOBS: 'nowhere', JOBS_LEASE: 'long', PORT: 'x' };
    const { status, stderr } = runService(project, [], env);
    expect(status).toBe(1);
    expect(stderr).toMatch(/PORT: .*\n.*JOBS: expected one of service, worker.*\n.*JOBS_LEASE: /);
  });

  it('names its commands where one is mistyped', () => {
    expect(runService(project, ['wroker']).stderr).toMatch(/type migrate, .* or worker\n/);
  });

  it('works in a process of its own, which ends in order', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'worker'], {
      cwd: project,
      env: { PATH: process.env['PATH'], DATABASE_URL: URL },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (text: Buffer) => (said += text.toString()));
    while (!said.includes('working')) await Promise.race([sleep(50), once(child, 'exit')]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('is not dropped with its rows unless somebody says so', async () => {
    const insert = `INSERT INTO background_job (name, payload, max_attempts) VALUES ('x', '{}', 1)`;
    await query(project, URL, insert);
    const now = tree();
    const { status, stderr } = await tryCrudgen(project, 'drop', 'jobs');
    expect(status).toBe(1);
    expect(stderr).toContain('table `background_job` is dropped; 1 row');
    expect(stderr).toContain('--drop-data');
    expect(tree()).toEqual(now);
  });

  it('is dropped without a question where it has no rows, and leaves no trace but its migrations', async () => {
    await query(project, URL, 'DELETE FROM background_job');
    expect(await tryCrudgen(project, 'drop', 'jobs')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('table `background_job` is dropped; 0 rows'),
    });
    expect(fresh()).toHaveLength(2);
    expect(read(project, fresh()[1]!)).toContain("dropTable('background_job'");
    const rest = [...tree()].filter(([path]) => !isMigration(path));
    expect(new Map(rest)).toEqual(new Map([...before].filter(([path]) => !isMigration(path))));
    migrate(project, URL);
    expect(await tables()).not.toContain('background_job');
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
  });

  it('brings the features that it needs, fits with them, and goes when they go', async () => {
    const start = tree();
    await crudgen(project, 'add', 'mail');
    const { dependencies, imports } = JSON.parse(read(project, 'package.json'));
    expect(dependencies).toMatchObject({ croner: expect.any(String), nodemailer: '10.6.0' });
    expect(imports['#engine/mail']).toBe('./engine/mail/index.js');
    expect(read(project, 'src/features.gen.ts')).toContain('jobs, mail, sessions];');
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(typeErrors(project)).toBe('');

    const withBoth = tree();
    await crudgen(project, 'drop', 'mail');
    expect(read(project, 'src/features.gen.ts')).toContain('jobs, sessions];');
    expect([...tree().keys()].filter((path) => /mail/.test(path))).toEqual([]);
    await crudgen(project, 'add', 'mail');
    expect(tree()).toEqual(withBoth);

    await crudgen(project, 'drop', 'jobs', '--drop-data');
    const own = (files: ReadonlyMap<string, string>) =>
      Object.fromEntries([...files].filter(([path]) => !isMigration(path)));
    expect(own(tree())).toEqual(own(start));
  });

  it('does not start in production without what it needs of the environment', async () => {
    await crudgen(project, 'add', 'mail');
    const env = {
      DATABASE_URL: 'sqlite:data/production.db',
      NODE_ENV: 'production',
      AUTH_SECRET: 'a secret that is long enough for everybody',
      ADMIN_PASSWORD: 'correct horse battery',
    };
    const { status, stderr } = runService(project, ['worker'], env);
    expect(stderr).toMatch(/^The worker does not start:\n {2}MAIL_URL is missing/m);
    expect(status).toBe(1);
    await crudgen(project, 'drop', 'jobs', '--drop-data');
  });

  it('is refused where a model has its table', async () => {
    await crudgen(project, 'model', 'add', 'BackgroundJob', 'title:string');
    const { status, stderr } = await tryCrudgen(project, 'add', 'jobs');
    expect(status).toBe(1);
    expect(stderr).toContain('and the model `BackgroundJob` both have a table');
    expect(stderr).toContain('crudgen model rename BackgroundJob');
  });

  it('is made with a new project', async () => {
    await crudgen(
      folder,
      'init',
      'other',
      '--models',
      SPEC,
      '--without',
      'admin',
      '--with',
      'jobs',
      '--no-install',
      '--no-git',
    );
    const other = join(folder, 'other');
    const first = filesOf(other).find((path) => /migrations\/2\d{13}-/.test(path))!;
    expect(read(other, first)).toContain("createTable('background_job'");
    expect(await crudgen(other, 'sync')).toContain('nothing to change');
  });
});
