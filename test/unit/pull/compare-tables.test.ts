import { describe, expect, it } from 'vitest';
import { compareTable } from '../../../src/pull/compare-tables.js';
import type { Table } from '../../../src/pull/database.js';
import { DIFFERENCE_KINDS, sentenceOf } from '../../../src/pull/difference.js';
import { hasDefault, madeType } from '../../../src/pull/made-column.js';
import type { ColumnSpec, TableSchema } from '../../../src/schema/engine/schema.js';
import { sqliteSchema } from './databases.js';

const SCHEMA: TableSchema = {
  columns: {
    id: { type: 'id' },
    title: { type: 'string', length: 80 },
    price: { type: 'decimal', precision: 10, scale: 2, nullable: true },
    state: { type: 'string', length: 255, default: 'open' },
    author_id: { type: 'integer' },
    shelf_id: { type: 'integer', nullable: true },
  },
  primaryKey: ['id'],
  uniques: [['title', 'author_id']],
  indexes: [['author_id']],
  trigrams: [],
  foreignKeys: [
    { column: 'author_id', table: 'author', onDelete: 'cascade' },
    { column: 'shelf_id', table: 'shelf', onDelete: 'set null' },
  ],
};

const AS_IT_SHOULD = `
  CREATE TABLE author (id integer primary key);
  CREATE TABLE shelf (id integer primary key);
  CREATE TABLE book (
    id integer PRIMARY KEY AUTOINCREMENT NOT NULL, title varchar(80) NOT NULL, price decimal(10,2),
    state varchar(255) NOT NULL DEFAULT 'open',
    author_id integer NOT NULL REFERENCES author (id) ON DELETE CASCADE,
    shelf_id integer REFERENCES shelf (id) ON DELETE SET NULL);
  CREATE UNIQUE INDEX a ON book (title, author_id);
  CREATE INDEX b ON book (author_id);`;

const book = (sql: string): Table | undefined =>
  sqliteSchema(sql).tables.find(({ name }) => name === 'book');

const told = (sql: string, isOwn?: (...words: readonly string[]) => boolean) =>
  compareTable({ name: 'book', schema: SCHEMA }, book(sql), 'sqlite', isOwn && { isOwn }).map(
    sentenceOf,
  );

const changed = (from: string, to: string) => told(AS_IT_SHOULD.replace(from, to));

describe('a table of a project and of its database', () => {
  it('are alike as migrations make them, in any case of names on SQLite', () => {
    expect(told(AS_IT_SHOULD)).toEqual([]);
    expect(changed('title varchar', 'Title varchar')).toEqual([]);
  });

  it('are compared by the names of indexes and checks that are SQL', () => {
    const schema: TableSchema = {
      ...SCHEMA,
      sqlIndexes: { by_word: '(lower(title))', of_others: { postgres: 'USING gin (title)' } },
      checks: { fair: 'price > 0' },
    };
    const as = (sql: string) =>
      compareTable({ name: 'book', schema }, book(sql), 'sqlite').map(sentenceOf);
    const whole = `${AS_IT_SHOULD.replace(
      'price decimal(10,2)',
      'price decimal(10,2) CONSTRAINT fair CHECK (price > 0)',
    )} CREATE INDEX by_word ON book (lower(title));`;
    expect(as(whole)).toEqual([]);
    expect(as(AS_IT_SHOULD)).toEqual([
      '`book` has no index on by_word in the database',
      '`book` has no check fair in the database',
    ]);
    expect(told(whole)).toEqual([
      '`book` has the index on CREATE INDEX by_word ON book (lower(title)) in the database alone',
      'the check price > 0 of `book` is in the database alone',
    ]);
  });

  it.each([
    [
      'title varchar(80)',
      'title varchar(40)',
      '`book.title` is varchar(40) in the database and varchar(80) in the project',
    ],
    [
      'title varchar(80) NOT NULL',
      'title varchar(80)',
      '`book.title` is optional in the database and required in the project',
    ],
    [
      'price decimal(10,2)',
      'price decimal(10, 2) NOT NULL',
      '`book.price` is required in the database and optional in the project',
    ],
    [
      'price decimal(10,2)',
      'price decimal(10,3)',
      '`book.price` is decimal(10,3) in the database and decimal(10,2) in the project',
    ],
    ['price decimal(10,2),', '', 'column `book.price` is missing in the database'],
    [
      'price decimal(10,2)',
      'price decimal(10,2), note text',
      'column `book.note` is in the database alone',
    ],
    [
      "DEFAULT 'open'",
      "DEFAULT 'shut'",
      '`book.state` has the default \'shut\' in the database and the default "open" in the project',
    ],
    [
      " DEFAULT 'open'",
      '',
      '`book.state` has no default in the database and the default "open" in the project',
    ],
    [
      'price decimal(10,2)',
      'price decimal(10,2) DEFAULT 1',
      '`book.price` has the default 1 in the database and no default in the project',
    ],
    ['CREATE INDEX b ON book (author_id);', '', '`book` has no index on author_id in the database'],
    [
      'INDEX b ON book (author_id)',
      'INDEX b ON book (shelf_id)',
      '`book` has the index on shelf_id in the database alone',
    ],
    [
      'INDEX b ON book (author_id)',
      'INDEX b ON book (author_id) WHERE price > 1',
      '`book` has the index on CREATE INDEX b ON book (author_id) WHERE price > 1 in the database alone',
    ],
    ['UNIQUE INDEX a', 'INDEX a', '`book` has no unique index on title, author_id in the database'],
    [
      'price decimal(10,2)',
      'price decimal(10,2) UNIQUE',
      '`book` has the unique index on price in the database alone',
    ],
    [
      ' REFERENCES shelf (id) ON DELETE SET NULL',
      '',
      '`book.shelf_id` has no foreign key to shelf.id in the database',
    ],
    [
      'shelf_id integer REFERENCES shelf',
      'shelf_id integer REFERENCES author',
      'the foreign key of `book` (shelf_id) to author (id) is in the database alone',
    ],
    [
      'ON DELETE SET NULL',
      'ON DELETE CASCADE',
      'the foreign key of `book.shelf_id` has on delete cascade in the database and set null in the project',
    ],
    [
      'ON DELETE SET NULL',
      'ON DELETE SET NULL ON UPDATE CASCADE',
      'the foreign key of `book.shelf_id` has on update cascade in the database and no action in the project',
    ],
    [
      'price decimal(10,2)',
      'price decimal(10,2) CHECK (price >\n 0)',
      'the check price > 0 of `book` is in the database alone',
    ],
    [
      'id integer PRIMARY KEY AUTOINCREMENT NOT NULL, title varchar(80) NOT NULL',
      'id integer NOT NULL, title varchar(80) PRIMARY KEY NOT NULL',
      'the primary key of `book` is title in the database and id in the project',
    ],
  ] as const)('differ by %s -> %s', (from, to, sentence) => {
    expect(changed(from, to)).toContain(sentence);
  });

  it('differ by the whole table where it is missing', () => {
    expect(told('CREATE TABLE author (id integer primary key)')).toEqual([
      'table `book` is missing in the database',
    ]);
  });

  it('are alike in what SQL of the developer has made', () => {
    const sql = AS_IT_SHOULD.replace(
      'price decimal(10,2)',
      'price decimal(10,2) CHECK (price > 0), note text',
    );
    const own = (...words: readonly string[]) =>
      words.every((word) => ['CHECK', 'note', 'c'].includes(word));
    expect(told(`${sql} CREATE INDEX c ON book (note);`, own)).toEqual([]);
    expect(told(`${sql} CREATE INDEX d ON book (note);`, own)).toHaveLength(1);
  });

  it('have a sentence for each kind of difference', () => {
    for (const kind of DIFFERENCE_KINDS)
      for (const database of [null, 'x'])
        expect(
          sentenceOf({ kind, table: 'book', columns: ['title'], project: 'y', database }),
        ).toMatch(/`book(\.title)?`.*/);
  });
});

describe('defaults as PostgreSQL prints them', () => {
  const has = (sql: string | null, spec: ColumnSpec, counted = false) =>
    hasDefault(
      {
        ...{ name: 'x', type: '', sizes: [], declared: '', values: null, nullable: true },
        ...{
          default: sql,
          counted,
          generated: false,
          expression: null,
          caseless: false,
          comment: null,
        },
      },
      spec,
      'postgres',
    );

  it.each([
    ["'open'::character varying", { type: 'string', default: 'open' }],
    ["'-5'::integer", { type: 'integer', default: -5 }],
    ['1.50', { type: 'decimal', default: 1.5 }],
    ['false', { type: 'boolean', default: false }],
    ['\'{"a": 1}\'::jsonb', { type: 'json', default: { a: 1 } }],
    [
      "'2026-01-02 03:04:05+00'::timestamp with time zone",
      { type: 'datetime', default: '2026-01-02T03:04:05.000Z' },
    ],
    ["'10:00:00'::time without time zone", { type: 'time', default: '10:00' }],
    ["date_trunc('milliseconds'::text, now())", { type: 'datetime', default: { sql: 'now' } }],
    ["((now() AT TIME ZONE 'UTC'::text))::date", { type: 'date', default: { sql: 'today' } }],
    ['NULL::character varying', { type: 'string', nullable: true }],
  ] as const)('%s is that of the column', (sql, spec) => {
    expect(has(sql, spec)).toBe(true);
    const other = 'default' in spec ? { type: spec.type } : { type: spec.type, default: 'other' };
    expect(has(sql, other as ColumnSpec)).toBe(false);
  });

  it('know who counts a key', () => {
    expect(has(null, { type: 'id' }, true)).toBe(true);
    expect(has(null, { type: 'id' })).toBe(false);
    expect(has(null, { type: 'integer' }, true)).toBe(false);
  });
});

it('names types as the databases do', () => {
  expect(madeType({ type: 'decimal', precision: 12, scale: 3 }, 'postgres')).toBe('numeric(12,3)');
  expect(madeType({ type: 'bigint', generated: true }, 'sqlite')).toBe('integer');
});
