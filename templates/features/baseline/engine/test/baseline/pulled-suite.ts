import { expect, it } from 'vitest';
import { BaselineMigration, baseline, PulledMigration } from '../../baseline/index.js';
import type { Database } from '../../database/database.js';
import { migrate, revertLast } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import {
  addCheck,
  addColumn,
  addForeignKey,
  addIndex,
  addSqlIndex,
  addUnique,
  changeColumn,
  createTable,
  dropColumn,
  dropIndex,
  dropSqlIndex,
  dropTable,
  dropUnique,
  renameColumn,
} from '../../database/steps/step.js';
import { execute, wholeSchema } from '../database/whole-schema.js';

/** The database as it was, by the kind of database. */
const BEFORE = {
  sqlite: [
    `CREATE TABLE "Artist" ("ArtistId" INTEGER NOT NULL PRIMARY KEY, "Name" NVARCHAR(120))`,
    `CREATE TABLE "Album" ("AlbumId" INTEGER NOT NULL PRIMARY KEY, "Title" NVARCHAR(160) NOT NULL, "ArtistId" INTEGER, "Code" TEXT DEFAULT 'a', "Year" INTEGER)`,
    `CREATE INDEX "TitleOfAlbum" ON "Album" ("Title")`,
    `CREATE UNIQUE INDEX "CodeOfAlbum" ON "Album" ("Code")`,
    `CREATE INDEX "Late" ON "Album" ("Year") WHERE "Year" > 2000`,
    `CREATE TABLE "Old" ("OldId" INTEGER NOT NULL PRIMARY KEY)`,
  ],
  postgres: [
    `CREATE TABLE "Artist" ("ArtistId" bigserial PRIMARY KEY, "Name" varchar(120))`,
    `CREATE TABLE "Album" ("AlbumId" bigserial PRIMARY KEY, "Title" varchar(160) NOT NULL, "ArtistId" bigint, "Code" text DEFAULT 'a' CONSTRAINT "CodeOfAlbum" UNIQUE, "Year" integer)`,
    `CREATE INDEX "TitleOfAlbum" ON "Album" ("Title")`,
    `CREATE INDEX "Late" ON "Album" ("Year") WHERE "Year" > 2000`,
    `CREATE TABLE "Old" ("OldId" bigserial PRIMARY KEY)`,
  ],
};

/** What somebody has done to it since. */
const CHANGES = {
  sqlite: [
    `DROP INDEX "TitleOfAlbum"`,
    `DROP INDEX "CodeOfAlbum"`,
    `DROP INDEX "Late"`,
    `ALTER TABLE "Album" RENAME TO "Before"`,
    `CREATE TABLE "Album" ("AlbumId" INTEGER NOT NULL PRIMARY KEY, "Title" NVARCHAR(200), "ArtistId" INTEGER REFERENCES "Artist" ("ArtistId"), "Code" TEXT DEFAULT 'b', "Released" INTEGER, "Note" TEXT, CONSTRAINT "Modern" CHECK ("Released" > 1900))`,
    `CREATE INDEX "Early" ON "Album" (lower("Title"))`,
    `DROP TABLE "Before"`,
    `CREATE UNIQUE INDEX "AlbumOnce" ON "Album" ("Title", "ArtistId")`,
    `CREATE INDEX "AlbumArtist" ON "Album" ("ArtistId", "Title")`,
    `ALTER TABLE "Artist" DROP COLUMN "Name"`,
    `CREATE TABLE "Genre" ("GenreId" INTEGER NOT NULL PRIMARY KEY)`,
    `DROP TABLE "Old"`,
  ],
  postgres: [
    `DROP INDEX "TitleOfAlbum"`,
    `DROP INDEX "Late"`,
    `ALTER TABLE "Album" DROP CONSTRAINT "CodeOfAlbum"`,
    `ALTER TABLE "Album" ALTER "Title" TYPE varchar(200), ALTER "Title" DROP NOT NULL, ALTER "Code" SET DEFAULT 'b'`,
    `ALTER TABLE "Album" RENAME "Year" TO "Released"`,
    `ALTER TABLE "Album" ADD FOREIGN KEY ("ArtistId") REFERENCES "Artist" ("ArtistId"), ADD "Note" text, ADD CONSTRAINT "Modern" CHECK ("Released" > 1900)`,
    `CREATE INDEX "Early" ON "Album" (lower("Title"))`,
    `CREATE UNIQUE INDEX "AlbumOnce" ON "Album" ("Title", "ArtistId")`,
    `CREATE INDEX "AlbumArtist" ON "Album" ("ArtistId", "Title")`,
    `ALTER TABLE "Artist" DROP COLUMN "Name"`,
    `CREATE TABLE "Genre" ("GenreId" bigserial PRIMARY KEY)`,
    `DROP TABLE "Old"`,
  ],
};

const optional = { nullable: true } as const;
const madeIn = (name: 'sqlite' | 'postgres') =>
  class extends BaselineMigration {
    readonly name = 'Baseline20261129101500';
    readonly steps = [
      createTable(
        'Artist',
        { ArtistId: { type: 'id' }, Name: { type: 'string', length: 120, ...optional } },
        { primaryKey: ['ArtistId'] },
      ),
      createTable(
        'Album',
        {
          AlbumId: { type: 'id' },
          Title: { type: 'string', length: 160 },
          ArtistId: { type: 'integer', ...optional },
          Code: { type: 'text', default: 'a', ...optional },
          Year: { type: 'integer', ...optional },
        },
        { primaryKey: ['AlbumId'] },
      ),
      createTable('Old', { OldId: { type: 'id' } }, { primaryKey: ['OldId'] }),
      addIndex('Album', ['Title']),
      addUnique('Album', ['Code']),
      addSqlIndex('Album', 'Late', '("Year") WHERE "Year" > 2000'),
    ];
    override readonly original = { database: name, statements: BEFORE[name] };
  };

class Changes extends PulledMigration {
  readonly name = 'ChangeTables20261130101500';
  readonly steps = [
    renameColumn('Album', 'Year', 'Released'),
    dropIndex('Album', ['Title']),
    dropUnique('Album', ['Code']),
    dropSqlIndex('Album', 'Late', '("Year") WHERE "Year" > 2000'),
    dropTable('Old'),
    dropColumn('Artist', 'Name'),
    createTable('Genre', { GenreId: { type: 'id' } }, { primaryKey: ['GenreId'] }),
    changeColumn('Album', 'Title', { type: 'string', length: 200, ...optional }),
    changeColumn('Album', 'Code', { type: 'text', default: 'b', ...optional }),
    addColumn('Album', 'Note', { type: 'text', ...optional }),
    addIndex('Album', ['ArtistId']),
    addUnique('Album', ['ArtistId', 'Title']),
    addSqlIndex('Album', 'Early', '(lower("Title"))'),
    addCheck('Album', 'Modern', '"Released" > 1900'),
    addForeignKey('Album', 'ArtistId', {
      ...{ table: 'Artist', references: 'ArtistId', onDelete: 'restrict' },
    }),
  ];
}

/** A new database is empty. */
export const describePulled = (
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
): void => {
  async function opened<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(url, [], [madeIn(name), Changes]);
    try {
      await baseline.prepare!(database);
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** What the whole schema says of some tables, without the order and the names of indexes. */
  async function factsOf(url: string): Promise<string> {
    const { objects } = (await wholeSchema(url)) as Record<string, readonly unknown[]>;
    const isOfOthers = (one: unknown): boolean => !/migrations|sqlite_/.test(JSON.stringify(one));
    return JSON.stringify(objects!.filter(isOfOthers));
  }

  async function changed(): Promise<string> {
    const url = await newDatabase();
    for (const statement of [...BEFORE[name], ...CHANGES[name]]) await execute(url, statement);
    return url;
  }

  it('leaves the database that others have changed as it is, and is recorded', async () => {
    const url = await changed();
    const before = await factsOf(url);
    expect(await opened(url, migrate)).toEqual([
      'Baseline20261129101500',
      'ChangeTables20261130101500',
    ]);
    expect(await factsOf(url)).toBe(before);
  });

  it('changes a database that is as it was before, whatever its indexes are called', async () => {
    const url = await newDatabase();
    for (const statement of BEFORE[name]) await execute(url, statement);
    await execute(url, `INSERT INTO "Album" ("Title", "Year") VALUES ('Facelift', 1990)`);
    await opened(url, migrate);
    const facts = await factsOf(url);
    for (const gone of ['TitleOfAlbum', 'CodeOfAlbum', 'Old', 'Name', 'Year'])
      expect(facts).not.toContain(gone);
    for (const come of ['Released', 'Note', 'Genre', '200']) expect(facts).toContain(come);
    await execute(url, `INSERT INTO "Album" ("Code") VALUES ('a'), ('a')`);
    const enforced = name === 'sqlite' ? 'PRAGMA foreign_keys = ON;' : '';
    const insert = `${enforced} INSERT INTO "Album" ("Title", "ArtistId") VALUES ('One', 4711)`;
    await expect(execute(url, insert)).rejects.toThrow(/foreign key/i);
  });

  it('makes an empty database as it is after the changes', async () => {
    const url = await newDatabase();
    await opened(url, migrate);
    expect(await factsOf(url)).toContain('Genre');
  });

  it('is reverted without a change, and found again', async () => {
    const url = await changed();
    await opened(url, migrate);
    const before = await factsOf(url);
    await opened(url, revertLast);
    expect(await factsOf(url)).toBe(before);
    expect(await opened(url, migrate)).toEqual(['ChangeTables20261130101500']);
    expect(await factsOf(url)).toBe(before);
  });
};
