import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { expect, it } from 'vitest';
import { baseline, BaselineMigration } from '../../baseline/index.js';
import type { Database } from '../../database/database.js';
import { findDrift } from '../../database/find-drift.js';
import { migrate, revertLast } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { createTable } from '../../database/steps/step.js';
import { StartRefused } from '../../settings/settings.js';
import { execute, wholeSchema } from '../database/whole-schema.js';

@Entity('Album')
class Album {
  @PrimaryGeneratedColumn({ name: 'AlbumId' })
  album_id!: number;

  @Column('varchar', { name: 'Title', length: 160 })
  title!: string;
}

const TABLES = {
  sqlite: `CREATE TABLE "Album" ("AlbumId" INTEGER NOT NULL PRIMARY KEY, "Title" NVARCHAR(160) NOT NULL)`,
  postgres: `CREATE TABLE "Album" ("AlbumId" bigserial PRIMARY KEY, "Title" text NOT NULL)`,
};
const VIEW = `CREATE VIEW "Titles" AS SELECT "Title" FROM "Album"`;

/** The baseline of a database with albums and a view of them. */
const madeIn = (name: 'sqlite' | 'postgres') =>
  class extends BaselineMigration {
    readonly name = 'Baseline20261129101500';
    readonly steps = [
      createTable(
        'Album',
        { AlbumId: { type: 'id' }, Title: { type: 'string', length: 160 } },
        { primaryKey: ['AlbumId'] },
      ),
    ];
    override readonly inPlaceOfViews = [
      createTable('Titles', { Title: { type: 'text' } }, { primaryKey: ['Title'] }),
    ];
    override readonly original = { database: name, statements: [TABLES[name], VIEW] };
  };

/** A new database is empty. */
export const describeBaseline = (
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
): void => {
  const other = name === 'sqlite' ? 'postgres' : 'sqlite';

  /** What comes of a database that the service has opened. */
  async function opened<T>(
    url: string,
    work: (database: Database) => Promise<T>,
    migration = madeIn(name),
  ): Promise<T> {
    const database = await openDatabase(url, [Album], [migration]);
    try {
      await baseline.prepare!(database);
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** The schema without what the service adds for itself. */
  async function othersIn(url: string): Promise<string> {
    const { objects, rows } = (await wholeSchema(url)) as Record<string, readonly unknown[]>;
    const isOfOthers = (one: unknown): boolean => !/migrations|sqlite_/.test(JSON.stringify(one));
    return JSON.stringify([objects!.filter(isOfOthers), rows!.filter(isOfOthers)]);
  }

  const rowsOf = (url: string, query: string) =>
    opened(url, ({ dataSource }) => dataSource.query<unknown[]>(query));

  it('leaves tables that are there as they are, with their rows, and finds no drift', async () => {
    const url = await newDatabase();
    for (const statement of [TABLES[name], VIEW, `INSERT INTO "Album" VALUES (7, 'Facelift')`])
      await execute(url, statement);
    const before = await othersIn(url);
    expect(await opened(url, migrate)).toEqual(['Baseline20261129101500']);
    expect(await opened(url, migrate)).toEqual([]);
    expect(await othersIn(url)).toBe(before);
    expect(await opened(url, findDrift)).toEqual([]);
  });

  it('makes the same of an empty database, and tables like them in another one', async () => {
    const [url, others] = [await newDatabase(), await newDatabase()];
    await opened(url, migrate);
    expect(await othersIn(url)).toContain('Titles');
    expect(await opened(url, findDrift)).toEqual([]);
    await opened(others, migrate, madeIn(other));
    expect(await othersIn(others)).not.toContain(VIEW);
    expect(await rowsOf(others, 'SELECT "Title" FROM "Titles"')).toEqual([]);
    expect(await opened(others, findDrift)).toEqual([]);
  });

  it('refuses a database that has other tables of these names, and changes nothing in it', async () => {
    const url = await newDatabase();
    await execute(url, `CREATE TABLE "Album" ("AlbumId" integer PRIMARY KEY)`);
    const before = await wholeSchema(url);
    await expect(opened(url, migrate)).rejects.toThrow('the table `Album` has no column `Title`\n');
    expect(await wholeSchema(url)).toEqual(before);
  });

  it.runIf(name === 'postgres')('finds a table in partitions', async () => {
    const url = await newDatabase();
    const album = `CREATE TABLE "Album" ("AlbumId" bigserial PRIMARY KEY, "Title" text NOT NULL) PARTITION BY RANGE ("AlbumId")`;
    await execute(url, album);
    await execute(url, `CREATE TABLE "Album_1" PARTITION OF "Album" FOR VALUES FROM (1) TO (1000)`);
    expect(await opened(url, migrate)).toEqual(['Baseline20261129101500']);
    expect(await opened(url, findDrift)).toEqual([]);
  });

  it('is not reverted', async () => {
    const url = await newDatabase();
    await execute(url, TABLES[name]);
    await opened(url, migrate);
    await expect(opened(url, revertLast)).rejects.toThrow(StartRefused);
    await expect(opened(url, revertLast)).rejects.toThrow('its tables were there before');
  });

  it('reads bytes in a column of texts as a text', async () => {
    if (name === 'postgres') return;
    const url = await newDatabase();
    await execute(url, `CREATE TABLE note (body text); INSERT INTO note VALUES (x'4f6b'), ('Ok')`);
    const column = { type: 'text', transformer: null } as const;
    const read = await opened(url, async (database) => {
      const { dialect } = database;
      const json = dialect.json('body', column as never);
      const statement = { sql: `SELECT body, json_array(${json}) FROM note`, name: 'notes' };
      const rows = await database.read((session) => session.rows(statement, []));
      return rows.map(([body, text]) => [dialect.decode(body, column), text]);
    });
    expect(read).toEqual([
      ['Ok', '["Ok"]'],
      ['Ok', '["Ok"]'],
    ]);
  });

  it('reads moments in the form that others have stored', async () => {
    const url = await newDatabase();
    await execute(url, `CREATE TABLE sale (at ${name === 'sqlite' ? 'datetime' : 'timestamp'})`);
    await execute(url, `INSERT INTO sale VALUES ('2009-01-01 10:30:00')`);
    const column = { type: 'datetime', transformer: null } as const;
    const read = await opened(url, async (database) => {
      const statement = { sql: 'SELECT at FROM sale', name: 'sales' };
      const [row] = await database.read((session) => session.rows(statement, []));
      return database.dialect.decode(row![0], column);
    });
    expect(read).toBe('2009-01-01T10:30:00.000Z');
  });
};
