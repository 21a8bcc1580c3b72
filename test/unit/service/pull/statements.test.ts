import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { STATEMENT_QUERIES, statementsIn } from '../../../../src/pull/statements.js';
import {
  execute,
  wholeSchema,
} from '../../../../templates/features/engine-tests/engine/test/database/whole-schema.js';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { startPostgres } from '../../../support/postgres.js';

const newFile = newFiles();
const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

/** What databases have besides tables and keys, in an order that refers back and forth. */
const SHOP = `
  CREATE SCHEMA "Old stock";
  CREATE TYPE mood AS ENUM ('glad', 'sad, but ''fine''');
  CREATE TYPE span AS RANGE (SUBTYPE = date);
  CREATE TYPE pair AS (amount numeric(10,2), "Unit" text);
  CREATE DOMAIN plate AS varchar(12) NOT NULL CONSTRAINT plate_form CHECK (VALUE ~ '^[A-Z]');
  CREATE FUNCTION tax(amount numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT amount * 0.19';
  CREATE AGGREGATE product(numeric) (SFUNC = numeric_mul, STYPE = numeric, INITCOND = '1');
  CREATE AGGREGATE longest(text) (SFUNC = text_larger, STYPE = text);
  CREATE COLLATION by_number (provider = icu, locale = 'en-u-kn');
  CREATE EXTENSION unaccent;
  CREATE TEXT SEARCH CONFIGURATION plain (COPY = simple);
  ALTER TEXT SEARCH CONFIGURATION plain ALTER MAPPING FOR word WITH unaccent, simple;
  CREATE TYPE place AS (x integer, "Height" numeric(6,2));
  CREATE TABLE customer (id serial PRIMARY KEY, name text COLLATE by_number NOT NULL DEFAULT '', at place, mood mood DEFAULT 'glad',
    joined timestamp DEFAULT now(), plate plate, away span, debt pair, "Order" integer, tags text[] DEFAULT '{}', CHECK (name <> 'nobody'));
  CREATE TABLE item (shop integer, number bigint GENERATED ALWAYS AS IDENTITY, price numeric(10,2), taxed numeric GENERATED ALWAYS AS (tax(price)) STORED,
    customer_id integer REFERENCES customer ON DELETE CASCADE, other_shop integer, other_number bigint, PRIMARY KEY (shop, number),
    FOREIGN KEY (other_shop, other_number) REFERENCES item DEFERRABLE INITIALLY DEFERRED);
  ALTER TABLE customer ADD COLUMN shop integer, ADD COLUMN favourite bigint, ADD FOREIGN KEY (shop, favourite) REFERENCES item;
  ALTER TABLE customer DROP COLUMN "Order";
  CREATE UNIQUE INDEX only_glad ON customer (lower(name)) WHERE mood = 'glad';
  CREATE INDEX by_tags ON customer USING gin (tags);
  CREATE TABLE visit (at date NOT NULL, note text) PARTITION BY RANGE (at);
  CREATE TABLE visit_2026 PARTITION OF visit FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE INDEX by_day ON visit (at);
  CREATE TABLE paper (id serial PRIMARY KEY, title text NOT NULL CHECK (title <> ''));
  CREATE TABLE letter (sent date) INHERITS (paper);
  CREATE TABLE "Old stock"."Crate" (id integer PRIMARY KEY, EXCLUDE USING gist (int4range(id, id + 10) WITH &&));
  CREATE VIEW glad AS SELECT id, name FROM customer WHERE mood = 'glad';
  CREATE MATERIALIZED VIEW sums AS SELECT shop, sum(price) AS total, product(price) AS all_of_them FROM item GROUP BY shop;
  CREATE UNIQUE INDEX sum_of ON sums (shop);
  CREATE FUNCTION glad_ones() RETURNS SETOF customer LANGUAGE sql AS 'SELECT * FROM customer WHERE mood = ''glad''';
  CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note := coalesce(NEW.note, 'none'); RETURN NEW; END $$;
  CREATE TRIGGER stamped BEFORE INSERT ON visit FOR EACH ROW EXECUTE FUNCTION stamp();
  CREATE SEQUENCE ticket START 1000 INCREMENT 5;
`;

async function statementsOf(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const queries = Object.entries(STATEMENT_QUERIES.postgres);
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const [name, sql] of queries) rows[name] = (await client.query(sql)).rows;
  await client.end();
  return statementsIn('postgres', rows);
}

test('the statements of a PostgreSQL database make its schema again, object by object', async () => {
  const [url, other] = [await server.createDatabase(), await server.createDatabase()];
  await execute(url, SHOP);
  const statements = await statementsOf(url);
  await execute(other, ['BEGIN', ...statements, 'COMMIT'].join(';\n'));
  const schemas = [await wholeSchema(url), await wholeSchema(other)].map(withoutDropped);
  expect(schemas[1]).toEqual(schemas[0]);
  expect(await statementsOf(other)).toEqual(statements);
});

/** A column that was dropped leaves an entry without a name. */
const withoutDropped = (schema: unknown): unknown =>
  (schema as { objects: { name: string }[] }).objects.filter(
    ({ name }) => !name.includes('......'),
  );

test('the statements of a SQLite file are its own, without what they make by themselves', async () => {
  const [url, other] = [await newFile(), await newFile()];
  const database = new Sqlite(url.slice('sqlite:'.length));
  database.exec(`
    CREATE TABLE "Album" (AlbumId INTEGER PRIMARY KEY AUTOINCREMENT, Title NVARCHAR(160) UNIQUE);
    CREATE INDEX by_title ON "Album" (Title COLLATE NOCASE) WHERE Title IS NOT NULL;
    CREATE VIEW titles AS SELECT Title FROM "Album";
    CREATE VIRTUAL TABLE found USING fts5 (title);
    CREATE TRIGGER kept AFTER DELETE ON "Album" BEGIN INSERT INTO found VALUES (old.Title); END;
  `);
  const rows = { objects: database.prepare(STATEMENT_QUERIES.sqlite['objects']!).all() as never };
  const statements = statementsIn('sqlite', rows);
  database.close();
  for (const statement of statements) await execute(other, statement);
  expect(await wholeSchema(other)).toEqual(await wholeSchema(url));
});
