import { afterAll, expect, it, onTestFinished } from 'vitest';
import { diffSchema } from '../../../../src/schema/diff-schema.js';
import { NO_TABLES, type Schema, type TableStep } from '../../../../src/schema/engine/schema.js';
import { replay } from '../../../../src/schema/engine/replay.js';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import type { Step } from '../../../../templates/service/engine/database/steps/schema.js';
import { startPostgres } from '../../../support/postgres.js';

const postgres = await startPostgres();
afterAll(() => postgres.stop(), 60_000);

/** A table whose code is made of its title, with what is SQL over the code. */
const tableWith = (title: string): readonly TableStep[] => {
  const text = { type: 'string', length: 80 } as const;
  return [
    {
      do: 'createTable',
      table: 'book',
      columns: {
        id: { type: 'id' },
        [title]: text,
        code: { ...text, nullable: true, expression: `lower(${title})` },
      },
      primaryKey: ['id'],
    },
    { do: 'addIndex', table: 'book', columns: ['code'] },
    ...(
      [
        ['addSqlIndex', 'book_codes', '("code") WHERE "code" IS NOT NULL'],
        ['addSqlIndex', 'one_code', `UNIQUE ("code", "${title}")`],
        ['addCheck', 'has_code', `"code" <> 'none'`],
        ['addCheck', 'is_long', `length("${title}") > 2`],
      ] as const
    ).map(([kind, name, sql]): TableStep => ({ do: kind, table: 'book', name, sql })),
  ];
};

it.each([
  ['sqlite', newFiles()],
  ['postgres', () => postgres.createDatabase()],
])(
  'a generated column that is made anew keeps its indexes and checks on %s',
  async (_, newDatabase) => {
    const rename: TableStep = { do: 'renameColumn', table: 'book', column: 'title', to: 'name' };
    const before = replay([...tableWith('title'), rename], NO_TABLES);
    const after = replay(tableWith('name'), NO_TABLES);
    const { sqlIndexes, checks } = after.tables['book']!;
    // A command has the SQL of rules follow the column to its new name.
    const followed = { tables: { book: { ...before.tables['book']!, sqlIndexes, checks } } };
    class Create20260101000000 extends StepMigration {
      readonly name = 'Create20260101000000';
      readonly steps = tableWith('title') as readonly Step[];
    }
    class Rename20260102000000 extends StepMigration {
      readonly name = 'Rename20260102000000';
      readonly steps = [rename, ...diffSchema(followed as Schema, after)] as readonly Step[];
    }
    const database = await openDatabase(
      await newDatabase(),
      [],
      [Create20260101000000, Rename20260102000000],
    );
    onTestFinished(() => database.close());
    await migrate(database);
    const insert = (name: string) =>
      database.dataSource.query(`INSERT INTO book (name) VALUES ('${name}')`);
    await insert('Moby');
    await expect(insert('Moby')).rejects.toThrow(/unique/i);
    await expect(insert('NONE')).rejects.toThrow(/has_code/);
    await expect(insert('a')).rejects.toThrow(/is_long/);
    const indexes: { name: string }[] = await database.dataSource.query(
      database.dialect.name === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%code%' ORDER BY name`
        : `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'book' AND indexdef LIKE '%code%' ORDER BY indexname`,
    );
    expect(indexes.map(({ name }) => name)).toEqual(['book_codes', expect.any(String), 'one_code']);
  },
);
