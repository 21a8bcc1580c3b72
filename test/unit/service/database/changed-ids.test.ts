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

/** The first migration of the project, and the shown one, as files. */
const migrations = [
  ...renderMigration(null, appWith(''), {
    now: new Date('2026-01-01T00:00:00Z'),
    templates: templates(),
  }),
  ['src/database/migrations/20261121094612-give-projects-uuids.ts', SHOWN],
] as const;

/** The class in the text of a migration. */
async function classIn(text: string, at: number): Promise<new () => MigrationInterface> {
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
