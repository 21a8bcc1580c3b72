import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readMigrations } from '../../../../src/code/read-migrations.js';
import { renderMigration } from '../../../../src/render/render-migration.js';
import { diffSchema } from '../../../../src/schema/diff-schema.js';
import { schemaOf } from '../../../../src/schema/schema.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { templates } from '../../../golden/example.js';
import { startPostgres } from '../../../support/postgres.js';

const ROOT = join(import.meta.dirname, '../../../..');
const postgres = await startPostgres();
afterAll(() => postgres.stop(), 60_000);
const files = newFiles();

const appWith = (id: string) =>
  appOfSpec(
    'app',
    `models:
  Project: { fields: { ${id}name: string:required } }
  Task: { timestamps: false, fields: { title: string, project: ref=Project } }
`,
  );

/** The migration that `crudgen help ids` shows, among its pieces of entities. */
const SHOWN = readFileSync(join(ROOT, 'templates/ids.md'), 'utf8')
  .split('```')
  .find((text) => text.includes('extends StepMigration'))!
  .replace(/^ts\n/, '');

/** The migration that makes the tables of the project, as a file. */
const tablesOf = (id: string) =>
  renderMigration(null, appWith(id), {
    now: new Date('2026-01-01T00:00:00Z'),
    templates: templates(),
  });

/** The first migration of the project, and the shown one, as files. */
const migrations = [
  ...tablesOf(''),
  ['src/database/migrations/20261121094612-give-projects-uuids.ts', SHOWN],
] as const;

/** The class in the text of a migration. */
async function classIn(text: string, at: number | string): Promise<new () => MigrationInterface> {
  const folder = join(ROOT, '.tmp/changed-ids');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${at}.ts`);
  writeFileSync(path, text.replace('#engine', join(ROOT, 'templates/service/engine/index.ts')));
  const [found] = Object.values(
    (await import(path)) as Record<string, new () => MigrationInterface>,
  );
  return found!;
}

describe('the migration that gives other ids to rows', () => {
  it('leads to the tables that crudgen expects of the changed entities', () => {
    const { schema, unread, broken } = readMigrations(migrations);
    expect({ unread, broken }).toEqual({ unread: [], broken: [] });
    expect(diffSchema(schema, schemaOf(appWith('id: uuid, ')))).toEqual([]);
  });

  it.each([
    ['sqlite', files],
    ['postgres', () => postgres.createDatabase()],
  ])('keeps rows and references on %s', async (_, newDatabase) => {
    const [first, second] = await Promise.all(migrations.map(([, text], at) => classIn(text, at)));
    const url = await newDatabase();
    const before = await openDatabase(url, [], [first!]);
    await migrate(before);
    const insert = (text: string) => before.dataSource.query(text);
    await insert(`INSERT INTO project (name) VALUES ('garden'), ('house')`);
    await insert(
      `INSERT INTO task (title, project_id) VALUES ('dig', 1), ('paint', 2), ('rest', NULL)`,
    );
    await before.close();

    const after = await openDatabase(url, [], [first!, second!]);
    onTestFinished(() => after.close());
    expect(await migrate(after)).toHaveLength(1);
    const rows: { title: string; name: string | null; id: string | null }[] =
      await after.dataSource.query(
        'SELECT t.title, p.name, p.id FROM task t LEFT JOIN project p ON p.id = t.project_id ORDER BY t.id',
      );
    expect(rows.map(({ title, name }) => [title, name])).toEqual([
      ['dig', 'garden'],
      ['paint', 'house'],
      ['rest', null],
    ]);
    for (const { id } of rows.slice(0, 2))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await after.dataSource.query(`DELETE FROM project WHERE name = 'house'`);
    const left = await after.dataSource.query(
      'SELECT title FROM task WHERE project_id IS NULL ORDER BY id',
    );
    expect(left).toEqual([{ title: 'paint' }, { title: 'rest' }]);
  });
});

describe('a key that gets another name', () => {
  const UUID = '4a5ce2b8-9d2f-4f0c-8c5e-0f6f0e2f7b1';
  const KINDS = [
    ['counted', '', 'id', 'number', 'number: integer:key=generated, ', [1, 2, 3]],
    [
      'made',
      'id: uuid, ',
      'id',
      'uid',
      'uid: uuid:key=generated, ',
      [1, 2, 3].map((at) => UUID + at),
    ],
    ['given', 'code: string=2:key, ', 'code', 'iso', 'iso: string=2:key, ', ['DE', 'FR', 'IT']],
  ] as const;
  const DATABASES = [
    ['sqlite', files],
    ['postgres', () => postgres.createDatabase()],
  ] as const;

  describe.each(KINDS)('%s', (kind, id, from, to, then, [one, other, third]) => {
    it.each(DATABASES)('stays the target of references on %s', async (_, newDatabase) => {
      const [first, text] = [...tablesOf(id)][0]!;
      const name = `Rename${kind}20261121094612`;
      const second = `import { renameColumn, StepMigration } from '#engine';
        export class ${name} extends StepMigration {
          readonly name = '${name}';
          readonly steps = [renameColumn('project', '${from}', '${to}')];
        }`;
      const files = [
        [first, text],
        [`src/database/migrations/20261121094612-rename.ts`, second],
      ] as const;
      const { schema, unread, broken } = readMigrations(files);
      expect({ unread, broken }).toEqual({ unread: [], broken: [] });
      expect(diffSchema(schema, schemaOf(appWith(then)))).toEqual([]);

      const [make, rename] = await Promise.all([
        classIn(text, `${kind}-first`),
        classIn(second, `${kind}-second`),
      ]);
      const url = await newDatabase();
      const before = await openDatabase(url, [], [make]);
      await migrate(before);
      const row = (column: string, key: unknown, label: string) =>
        kind === 'counted'
          ? `INSERT INTO project (name) VALUES ('${label}')`
          : `INSERT INTO project (${column}, name) VALUES ('${String(key)}', '${label}')`;
      for (const [key, label] of [
        [one, 'garden'],
        [other, 'house'],
      ] as const)
        await before.dataSource.query(row(from, key, label));
      const task = (key: unknown) =>
        `INSERT INTO task (title, project_id) VALUES ('dig', '${String(key)}')`;
      await before.dataSource.query(task(other));
      await before.close();

      const after = await openDatabase(url, [], [make, rename]);
      onTestFinished(() => after.close());
      expect(await migrate(after)).toHaveLength(1);
      await after.dataSource.query(row(to, third, 'hut'));
      await after.dataSource.query(task(third));
      await expect(after.dataSource.query(task(kind === 'made' ? `${UUID}9` : 9))).rejects.toThrow(
        /foreign key/i,
      );
      const found = await after.dataSource.query(
        `SELECT p.${to} AS key, p.name FROM task t JOIN project p ON p.${to} = t.project_id ORDER BY t.id`,
      );
      expect(found).toEqual([
        { key: other, name: 'house' },
        { key: third, name: 'hut' },
      ]);
    });
  });
});
