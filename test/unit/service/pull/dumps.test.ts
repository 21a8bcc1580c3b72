import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PGLITE_VERSION } from '../../../../src/cli/read-driver.js';
import { readPostgresDump } from '../../../../src/disk/child/read-postgres-dump.js';
import { readDumpStatements } from '../../../../src/disk/read-dump.js';
import { schemaStatements, withTables } from '../../../../src/pull/dump/schema-statements.js';
import { pullSpec, queriesOf, readSchema, statementsOf } from '../../../../src/pull/pull.js';
import {
  makeDatabase,
  PUBLIC_SCHEMAS,
  rowsOf,
  sqlOf,
  withClient,
} from '../../../schemas/schemas.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { ROOT } from '../../../support/project-on-disk.js';
import { SCRATCH } from '../../../support/scratch.js';

const UNFILLED = `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'm' AND NOT relispopulated ORDER BY oid`;
const folder = mkdtempSync(join(SCRATCH, 'dumps-'));
let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** What is read of a dump. */
async function readDump(name: string, sql: string | Uint8Array) {
  const file = join(folder, name);
  writeFileSync(file, sql);
  const [part] = withTables(await readDumpStatements(file));
  const statements = schemaStatements(part!.statements);
  const { rows, skipped } = await readPostgresDump(
    ROOT,
    { kind: 'postgres-dump', statements },
    queriesOf('postgres'),
  );
  return { rows, skipped, schema: readSchema('postgres', rows) };
}

it('installs the version of PGlite that is tested', () => {
  const { devDependencies } = JSON.parse(
    readFileSync(join(ROOT, 'test/tools/package.json'), 'utf8'),
  ) as { devDependencies: Record<string, string> };
  expect(devDependencies['@electric-sql/pglite']).toBe(PGLITE_VERSION);
});

describe('a dump is read as the database is that it makes:', () => {
  const ofPostgres = PUBLIC_SCHEMAS.filter(({ database }) => database === 'postgres');
  it.each(ofPostgres)('$name', async (schema) => {
    const url = await server.createDatabase();
    await makeDatabase(schema, url);
    // A dump does not say whether a materialized view has rows, and ICU spells its locales in two ways.
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(UNFILLED);
      for (const { name } of rows) await client.query(`REFRESH MATERIALIZED VIEW ${name}`);
    });
    const live = await rowsOf('postgres', url, queriesOf('postgres'));
    const dump = await readDump(`${schema.name}.sql.gz`, gzipSync(sqlOf(schema)));
    expect(dump.skipped).toEqual([]);
    expect(dump.schema).toEqual(readSchema('postgres', live));
    const made = statementsOf('postgres', live, {});
    expect(statementsOf('postgres', dump.rows, {})).toEqual(
      made.map((sql) => sql.replace('-kn-true', '-kn')),
    );
  });
});

describe('what PGlite lacks has a stand-in:', () => {
  const read = async (sql: string) => {
    const { schema, skipped, rows } = await readDump('odd.sql', sql);
    const tables = Object.fromEntries(
      schema.tables.map((table) => [
        table.name,
        table.columns.map(({ name, declared }) => `${name} ${declared}`),
      ]),
    );
    return { schema, skipped, tables, made: statementsOf('postgres', rows, {}) };
  };

  it('types of extensions, with their numbers, and keys of them', async () => {
    const { tables, made, skipped, schema } = await read(`CREATE SCHEMA geo;
      CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA geo; CREATE EXTENSION ulid; CREATE EXTENSION citext;
      CREATE TABLE public.place (id public.ulid PRIMARY KEY, name public.citext,
        area geo.geometry(MultiPolygon,4326), spots geo.geometry(Point,4326)[], far geo.geography);
      CREATE INDEX place_area ON public.place USING gist (area);`);
    expect(tables['place']).toEqual([
      'id ulid',
      'name citext',
      'area geo.geometry(MultiPolygon,4326)',
      'spots geo.geometry(Point,4326)[]',
      'far geo.geography',
    ]);
    expect(schema.tables[0]!.primaryKey).toEqual(['id']);
    expect(made.filter((sql) => /EXTENSION|TYPE|FUNCTION|TABLE place/.test(sql))).toEqual([
      expect.stringContaining('citext'),
      'CREATE EXTENSION IF NOT EXISTS postgis',
      'CREATE EXTENSION IF NOT EXISTS ulid',
      expect.stringContaining('area geo.geometry(MultiPolygon,4326)'),
      'ALTER TABLE place ADD CONSTRAINT place_pkey PRIMARY KEY (id)',
    ]);
    expect(skipped).toEqual([
      {
        ...{ line: 2, text: 'CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA geo' },
        why: 'PGlite lacks the extension, and knows of ulid, geo.geometry, geo.geography only the names',
      },
      { line: 2, text: 'CREATE EXTENSION ulid', why: expect.stringContaining('PGlite lacks') },
      {
        ...{ line: 5, text: 'CREATE INDEX place_area ON public.place USING gist (area)' },
        why: 'data type geo.geometry has no default operator class for access method "gist"',
      },
    ]);
  });

  it('functions of defaults, roles, languages, collations and schemas', async () => {
    const { tables, made, skipped } =
      await read(`CREATE EXTENSION pg_uuidv7; CREATE EXTENSION plpython3u;
      CREATE TABLE sales.bill (id uuid DEFAULT public.uuid_generate_v7() NOT NULL, code text COLLATE pg_catalog."xx_YY",
        note text DEFAULT public.word('a'::text, 3), CHECK (public.is_fine(note)));
      CREATE POLICY mine ON sales.bill TO clerk USING (true);
      CREATE FUNCTION sales.touch() RETURNS trigger LANGUAGE plpython3u AS $$ return plpy.x(1) $$;
      CREATE TRIGGER touched BEFORE UPDATE ON sales.bill FOR EACH ROW EXECUTE FUNCTION sales.touch();`);
    expect(tables['bill']).toEqual(['id uuid', 'code text', 'note text']);
    expect(made.join('\n')).toMatch(
      /id uuid NOT NULL DEFAULT uuid_generate_v7\(\), code text COLLATE "xx_YY", note text DEFAULT word\('a'::text, 3\)/,
    );
    expect(made.join('\n')).toMatch(/LANGUAGE plpython3u[^]*CREATE TRIGGER touched/);
    expect(made.join('\n')).not.toMatch(/FUNCTION \w+\.?(uuid_generate_v7|word|is_fine)/);
    expect(skipped.map(({ text }) => text)).toEqual([
      'CREATE EXTENSION pg_uuidv7',
      'CREATE EXTENSION plpython3u',
    ]);
  });

  it('no statement that is wrong, which is named with its line', async () => {
    const { tables, skipped } = await read(`DROP TABLE public.gone;
ALTER TABLE ONLY public.gone DROP CONSTRAINT gone_pkey;
CREATE TABLE a (id int PRIMARY KEY, b int REFERENCES elsewhere (id));
CREATE TABLE c (id int PRIMARY KEY);
ALTER TABLE ONLY c ADD CONSTRAINT of_d FOREIGN KEY (id) REFERENCES d (id);`);
    expect(Object.keys(tables)).toEqual(['c']);
    expect(skipped.map(({ line, why }) => [line, why])).toEqual([
      [3, 'relation "elsewhere" does not exist'],
      [5, 'relation "d" does not exist'],
    ]);
  });

  it('materialized views without rows, as dumps of a schema have them', async () => {
    const { schema } = await read(`CREATE TABLE a (id int PRIMARY KEY);
      CREATE MATERIALIZED VIEW b AS SELECT id FROM a WITH NO DATA; CREATE UNIQUE INDEX ON b (id);`);
    expect(pullSpec(schema, 'x').models.map(({ name }) => name)).toEqual(['A', 'B']);
  });
});
