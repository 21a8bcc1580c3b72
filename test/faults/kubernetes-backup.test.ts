import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { featuresIn } from '../../src/render/features.js';
import { renderProject } from '../../src/render/render-project.js';
import { makeFolder, removeFolder, runFolder } from '../contract/harness.js';
import { appOf, MADE_AT, templates } from '../golden/example.js';
import { postgresTools, SystemPostgres } from './system-postgres.js';

afterAll(() => removeFolder(runFolder()));

const features = featuresIn(templates()).map(({ name }) => name);

/** The script that a job of Kubernetes runs, in a folder in place of its volumes. */
function scriptOf(name: 'backup' | 'restore', root: string): string {
  const app = { ...appOf('orders'), name: 'shop', features };
  const files = renderProject(app, {
    templates: templates(),
    now: MADE_AT,
    secret: 'x'.repeat(43),
  });
  const documents = parseAllDocuments(files.get(`deploy/kubernetes/${name}.yaml`)!);
  const job = documents.at(-1)!.toJS();
  const { template } = (job.kind === 'CronJob' ? job.spec.jobTemplate : job).spec;
  const [{ command, args }] = template.spec.containers;
  expect(command).toEqual(['sh', '-euc']);
  return args[0].replaceAll(/(?<![\w.])\/(backups|data|tmp)\b/g, `${root}/$1`);
}

test('the jobs of Kubernetes back up and restore the database with its files', async ({ skip }) => {
  const bin = postgresTools();
  if (!bin) return skip('needs a server with pg_dump of its version: install `postgresql`');
  const postgres = await SystemPostgres.start(bin);
  onTestFinished(() => postgres.stop());
  const root = makeFolder('kubernetes');
  for (const name of ['backups', 'data', 'tmp']) mkdirSync(join(root, name));
  const run = (name: 'backup' | 'restore', env: object = {}) =>
    spawnSync('sh', ['-euc', scriptOf(name, root)], {
      encoding: 'utf8',
      env: { PATH: `${bin}${delimiter}${process.env.PATH}`, DATABASE_URL: postgres.url, ...env },
    });
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(sql).finally(() => client.end());
    return rows as unknown[];
  };
  const at = (place: string) => join(root, place);
  const write = (place: string, text: string) => {
    mkdirSync(dirname(at(place)), { recursive: true });
    writeFileSync(at(place), text);
  };
  const dumps = () =>
    readdirSync(at('backups'))
      .filter((name) => name.endsWith('.dump'))
      .sort();

  await query(`CREATE TABLE product (photo text); INSERT INTO product VALUES ('ab12')`);
  // No file has been uploaded yet.
  expect(run('backup')).toMatchObject({ status: 0, stderr: '' });
  const [none = ''] = dumps();
  rmSync(at(`backups/${none}`));
  rmSync(at(`backups/${none}.folders`), { recursive: true });

  write('data/files/ab/ab12', 'a photo');
  write('data/files/cd/cd34', 'of a person');
  write('data/files/arriving/half', 'half');
  expect(run('backup')).toMatchObject({ status: 0, stderr: '' });
  const [first = ''] = dumps();
  const copied = `backups/${first}.folders/files`;
  expect(readdirSync(at(copied)).sort()).toEqual(['ab', 'cd']);
  expect(statSync(at(`backups/${first}`)).mode & 0o077).toBe(0);

  // Two weeks ago another one was made; a file of a person was erased since, and what is there already is linked.
  const old = at('backups/2020-01-01T00-00-00.dump');
  writeFileSync(old, '');
  mkdirSync(`${old}.folders`);
  for (const one of [old, `${old}.folders`]) utimesSync(one, 1, 1);
  renameSync(at(`backups/${first}`), at('backups/2026-01-01T00-00-00.dump'));
  renameSync(at(`backups/${first}.folders`), at('backups/2026-01-01T00-00-00.dump.folders'));
  rmSync(at('data/files/cd/cd34'));
  write('data/files/ef/ef56', 'later');
  expect(run('backup')).toMatchObject({ status: 0, stderr: '' });
  const second = dumps().at(-1)!;
  expect(existsSync(old) || existsSync(`${old}.folders`)).toBe(false);
  const names = readdirSync(at(`backups/${second}.folders/files`), { recursive: true });
  expect(names.sort()).toEqual(['ab', 'ab/ab12', 'ef', 'ef/ef56']);
  expect(statSync(at(`backups/${second}.folders/files/ab/ab12`)).nlink).toBe(2);

  const missing = run('restore', { BACKUP: 'none.dump' });
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain('there is no backup none.dump');
  expect(missing.stderr).toContain(second);

  rmSync(at('data/files'), { recursive: true });
  await query('DROP TABLE product; CREATE TABLE newer (id integer)');
  writeFileSync(at('backups/broken.dump'), readFileSync(at(`backups/${second}`)).subarray(0, 900));
  expect(run('restore', { BACKUP: 'broken.dump' }).status).not.toBe(0);
  expect(await query('SELECT * FROM newer')).toEqual([]);

  expect(run('restore', { BACKUP: second })).toMatchObject({ status: 0 });
  expect(await query('SELECT photo FROM product')).toEqual([{ photo: 'ab12' }]);
  expect(await query(`SELECT to_regclass('newer') AS newer`)).toEqual([{ newer: null }]);
  expect(readFileSync(at('data/files/ab/ab12'), 'utf8')).toBe('a photo');
  expect(readFileSync(at('data/files/ef/ef56'), 'utf8')).toBe('later');
});
