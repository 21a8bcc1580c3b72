import type { MigrationInterface, QueryRunner } from 'typeorm';
import { expect, it } from 'vitest';
import { migrate, pendingMigrations, revertLast } from '../../database/migrate.js';
import { CreateAccessControl00000000000001 } from '../../../src/database/migrations/00000000000001-create-access-control.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import {
  addColumn,
  addIndex,
  addUnique,
  changeColumn,
  createTable,
  dropColumn,
  dropTable,
  renameColumn,
  renameTable,
} from '../../database/steps/step.js';
import type { Step } from '../../database/steps/schema.js';
import { StartRefused } from '../../settings/settings.js';
import { execute, wholeSchema } from './whole-schema.js';

type MigrationClass = new () => MigrationInterface;

/** A migration of these steps; `number` orders it. */
const migration = (number: number, ...steps: Step[]): MigrationClass =>
  class extends StepMigration {
    readonly name = `Test${String(20_260_000_000_000 + number)}`;
    readonly steps = steps;
  };

/** A migration that says it cannot run in a transaction. */
const apart = (number: number, ...statements: string[]): MigrationClass =>
  class implements MigrationInterface {
    readonly name = `Test${String(20_260_000_000_000 + number)}`;
    readonly transaction = false;
    async up(runner: QueryRunner) {
      for (const statement of statements) await runner.query(statement);
    }
    async down(runner: QueryRunner) {
      await runner.query('DROP INDEX own');
    }
  };

const albums = migration(
  1,
  createTable('album', { id: { type: 'id' }, title: { type: 'string', nullable: true } }),
  addIndex('album', ['title']),
);
const artists = migration(2, createTable('artist', { id: { type: 'id' } }));

/** What another application has made: enough rows that SQLite would want to measure them. */
const OTHERS = [
  'CREATE TABLE artist (artist_id integer PRIMARY KEY, name varchar(80) NOT NULL)',
  'CREATE INDEX artist_name ON artist (name)',
  'CREATE TABLE song (id integer PRIMARY KEY, artist_id integer REFERENCES artist (artist_id))',
  'CREATE VIEW singers AS SELECT name FROM artist',
  `INSERT INTO artist WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i, 'a' || i FROM n`,
  'INSERT INTO song SELECT artist_id, artist_id FROM artist',
];

/** Starts that apply migrations, and starts that fail; a new database is empty, and others can open it, too. */
export const describeMigrating = (
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
) => {
  /** One start with these migrations: the names of those applied, or the lines that refuse it. */
  async function start(url: string, ...migrations: MigrationClass[]): Promise<readonly string[]> {
    const database = await openDatabase(url, [], migrations);
    try {
      return await migrate(database);
    } catch (error) {
      if (error instanceof StartRefused) return error.reasons;
      throw error;
    } finally {
      await database.close();
    }
  }

  async function run(url: string, statements: readonly string[]): Promise<void> {
    for (const statement of statements) await execute(url, statement);
  }

  it('a first start that fails half-way leaves a database of somebody else as it was', async () => {
    const url = await newDatabase();
    await run(url, OTHERS);
    const before = await wholeSchema(url);
    const reasons = await start(url, CreateAccessControl00000000000001, albums, artists);
    expect(reasons[0]).toMatch(
      /^Test20260000000002, createTable on `artist`: .*artist.* already exists/,
    );
    expect(reasons[1]).toBe('the database had a table `artist` before');
    expect(reasons[2]).toMatch(/^Nothing was changed\. .*DATABASE_URL/);
    expect(await wholeSchema(url)).toEqual(before);
  });

  it('a database that other migrations made is told from one with a table too many', async () => {
    const url = await newDatabase();
    const before = migration(
      9,
      createTable('album', { id: { type: 'id' } }),
      addIndex('album', ['id']),
    );
    await start(url, artists, before);
    const made = await wholeSchema(url);
    const reasons = await start(url, artists, albums);
    expect(reasons[0]).toMatch(
      /^Test20260000000001, createTable on `album`: .*album.* already exists/,
    );
    expect(reasons[2]).toBe(
      'the database was made by migrations of another project: it has applied Test20260000000009, which this project does not have',
    );
    expect(reasons[3]).toBe(
      'Nothing was changed. Name another database in DATABASE_URL, or restore the migrations that made this database. Then start again.',
    );
    expect(await wholeSchema(url)).toEqual(made);

    const many = [3, 4, 5, 6].map((number) =>
      migration(number, createTable(`more_${number}`, { id: { type: 'id' } })),
    );
    await start(url, artists, before, ...many);
    expect((await start(url, artists, albums))[2]).toMatch(
      /Test20260000000009, Test20260000000003, Test20260000000004 and 2 more, which/,
    );
  });

  it('what rows prevent is said of the rows, whoever made their table', async () => {
    const url = await newDatabase();
    await start(url, albums, migration(9, createTable('more', { id: { type: 'id' } })));
    await run(url, [`INSERT INTO album (title) VALUES ('a'), ('a')`]);
    const reasons = await start(url, albums, migration(3, addUnique('album', ['title'])));
    expect(reasons[1]).toMatch(/^1 value occurs/);
    expect(reasons.at(-1)).toMatch(/Fix the rows/);
  });

  it('a table `migrations` of somebody else is said so in a line, and left alone', async () => {
    const url = await newDatabase();
    await run(url, ['CREATE TABLE migrations (id integer PRIMARY KEY, batch integer)']);
    const before = await wholeSchema(url);
    const reasons = await start(url, albums);
    expect(reasons[0]).toMatch(
      /^the table `migrations` of the database does not belong to this service: /,
    );
    expect(reasons[1]).toContain('Name another database in DATABASE_URL');
    expect(await wholeSchema(url)).toEqual(before);
  });

  it('under another name, the table of migrations stands beside one of somebody else', async () => {
    const url = await newDatabase();
    await run(url, [
      'CREATE TABLE migrations (id integer PRIMARY KEY, "timestamp" bigint, name varchar(80))',
      `INSERT INTO migrations VALUES (1, 2, 'Theirs20260000000001')`,
    ]);
    const database = await openDatabase(url, [], [albums], { migrationsTable: 'own_log' });
    try {
      const theirs = () => database.dataSource.query('SELECT * FROM migrations');
      const before = await theirs();
      expect(await pendingMigrations(database)).toEqual(['Test20260000000001']);
      expect(await migrate(database)).toEqual(['Test20260000000001']);
      expect(await migrate(database)).toEqual([]);
      expect(await database.dataSource.query('SELECT name FROM own_log')).toEqual([
        { name: 'Test20260000000001' },
      ]);
      expect(await revertLast(database)).toBe('Test20260000000001');
      expect(await revertLast(database)).toBe(null);
      expect(await theirs()).toEqual(before);
    } finally {
      await database.close();
    }
  });

  it('a later start that fails takes back all that was pending, and is whole when mended', async () => {
    const url = await newDatabase();
    await start(url, albums);
    await run(url, [`INSERT INTO album (title) VALUES ('a'), ('a')`]);
    const before = await wholeSchema(url);
    const pending = [
      artists,
      migration(3, addColumn('album', 'year', { type: 'integer', nullable: true })),
      migration(4, addUnique('album', ['title'])),
    ];
    const reasons = await start(url, albums, ...pending);
    expect(reasons[0]).toMatch(/^Test20260000000004, addUnique/);
    expect(reasons.at(-1)).toContain('Nothing was changed');
    expect(await wholeSchema(url)).toEqual(before);
    await run(url, [`DELETE FROM album WHERE id = 2`]);
    expect(await start(url, albums, ...pending)).toEqual(
      [2, 3, 4].map((number) => `Test2026000000000${number}`),
    );
  });

  it('a migration of SQL that the database refuses is said in a line, and changes nothing', async () => {
    const url = await newDatabase();
    await run(url, OTHERS);
    const before = await wholeSchema(url);
    class Own implements MigrationInterface {
      readonly name = 'Own20260000000002';
      up = (runner: QueryRunner) => runner.query('CREATE TABLE album (id integer)');
      down = () => Promise.resolve();
    }
    const reasons = await start(url, albums, Own);
    expect(reasons[0]).toMatch(/^Own20260000000002: .*album.* already exists/);
    expect(reasons[1]).toContain('Nothing was changed');
    expect(await wholeSchema(url)).toEqual(before);
  });

  const onNothing: [string, Step][] = [
    ['note', addColumn('note', 'name', { type: 'text', nullable: true })],
    ['note', renameTable('note', 'memo')],
    ['note', dropTable('note')],
    ['points', renameColumn('album', 'points', 'score')],
    ['points', dropColumn('album', 'points')],
    // SQLite writes the table anew, as it is.
    ...(name === 'postgres'
      ? [['points', changeColumn('album', 'points', { type: 'text' })] as [string, Step]]
      : []),
  ];
  it.each(onNothing.map(([what, step]) => [step.do, what, step] as const))(
    'a step on what none has made is said in a line, and changes nothing: %s of %s',
    async (_, what, step) => {
      const url = await newDatabase();
      await start(url, albums);
      const before = await wholeSchema(url);
      const reasons = await start(url, albums, artists, migration(3, step));
      expect(reasons[0]).toMatch(new RegExp(`^Test20260000000003\\b.*\\b${what}\\b`));
      expect(reasons.at(-1)).toMatch(/^Nothing was changed\. .*the migration/);
      expect(await wholeSchema(url)).toEqual(before);
    },
  );

  const concurrently = name === 'postgres' ? 'CONCURRENTLY' : '';
  const index = apart(2, `CREATE INDEX ${concurrently} own ON album (id, title)`);

  it('a migration that cannot run in a transaction has what is before it committed, and says so', async () => {
    const url = await newDatabase();
    const clash = migration(4, createTable('album', { id: { type: 'id' } }));
    const late = migration(3, createTable('late', { id: { type: 'id' } }));
    const reasons = await start(url, albums, index, late, clash);
    expect(reasons.at(-1)).toMatch(
      /^Test20260000000001 and Test20260000000002 were applied before it, and stay\. Nothing else was changed\./,
    );
    const database = await openDatabase(url, [], [albums, index, late]);
    expect(await pendingMigrations(database)).toEqual(['Test20260000000003']);
    expect(await migrate(database)).toEqual(['Test20260000000003']);
    await revertLast(database);
    expect(await revertLast(database)).toBe('Test20260000000002');
    await database.close();
  });

  it('where such a migration itself fails, nobody says that nothing was changed', async () => {
    const url = await newDatabase();
    const half = apart(2, 'CREATE TABLE half (id integer)', 'CREATE TABLE half (id integer)');
    const reasons = await start(url, albums, half);
    expect(reasons.join('\n')).not.toMatch(/nothing (else )?was changed/i);
    expect(reasons.at(-1)).toMatch(/^Test20260000000001 was applied before it, and stays\./);
    expect(reasons.at(-1)).toContain('check which of its changes were made');
  });

  it('replicas that start at once apply such a migration once', async () => {
    const url = await newDatabase();
    const late = migration(3, createTable('late', { id: { type: 'id' } }));
    const all = await Promise.all(Array.from({ length: 4 }, () => start(url, albums, index, late)));
    expect(all.flat().toSorted()).toEqual([1, 2, 3].map((number) => `Test2026000000000${number}`));
  });
};
