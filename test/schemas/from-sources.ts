/*
 * Makes test/fixtures/schemas again from clones of the repositories that its NOTICE.md names:
 *
 *     npx tsx test/schemas/from-sources.ts <folder with the clones> [name ...]
 *
 * A clone is at <folder>/<owner>+<name>/repo. The text of a schema whose licence asks nothing but its notice is kept as it is, without
 * commands of psql. Of the others (GPL) only facts are kept, as `facts.ts` prints them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { startPostgres } from '../support/postgres.js';
import { SCRATCH } from '../support/scratch.js';
import { factsOf } from './facts.js';
import { FIXTURES, withClient } from './schemas.js';

const [folder = '', ...names] = process.argv.slice(2);

/** A file of a repository, at the commit of its clone. */
const read = (repository: string, path: string): string =>
  execFileSync('git', ['-C', join(folder, repository, 'repo'), 'show', `HEAD:${path}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });

/** SQL without the commands of psql. */
const withoutCommands = (sql: string): string =>
  sql.replaceAll('\r\n', '\n').replaceAll(/^\\.*\n/gm, '');

const CHINOOK = 'lerocha+chinook-database';
const chinook = (database: string): string =>
  read(CHINOOK, `ChinookDatabase/DataSources/Chinook_${database}.sql`).replace(/^\uFEFF/, '');

/** Type of an extension that test servers lack, as a type of rows with its name. */
const STAND_INS = {
  vector: 'CREATE TYPE public.vector AS (elements text);\n',
  geometry: 'CREATE TYPE public.geometry AS (points text);\n',
};

/** Facts of a schema that some SQL makes. */
async function facts(sql: string, functions: readonly string[] = []): Promise<string> {
  mkdirSync(SCRATCH, { recursive: true });
  const server = await startPostgres();
  try {
    const url = await server.createDatabase();
    await withClient(url, (client) => client.query(sql));
    return await withClient(url, (client) => factsOf(client, functions));
  } finally {
    await server.stop();
  }
}

const SCHEMAS: Readonly<Record<string, () => string | Promise<string>>> = {
  chinook: () => chinook('Sqlite'),
  'chinook-postgres': () =>
    withoutCommands(chinook('PostgreSql')).replaceAll(/^(DROP|CREATE) DATABASE .*\n/gm, ''),
  // The moments are brought forward by twenty years, as its makefile does.
  northwind: () =>
    ['create.sql', 'update.sql']
      .map((file) => read('jpwhite3+northwind-SQLite3', `src/${file}`).replaceAll('\r\n', '\n'))
      .join('\n')
      .replaceAll(/^SELECT \* FROM .*\n/gm, ''),
  pagila: () =>
    STAND_INS.vector +
    withoutCommands(read('devrimgunduz+pagila', 'pagila-schema.sql'))
      .replaceAll(/^(ALTER .* OWNER TO .*|.* EXTENSION .*vector.*|CREATE INDEX .* hnsw .*)\n/gm, '')
      .replaceAll(/public\.vector\(\d+\)/g, 'public.vector'),
  openstreetmap: () =>
    facts(
      STAND_INS.geometry +
        withoutCommands(read('openstreetmap+openstreetmap-website', 'db/structure.sql'))
          .replaceAll(/^.* EXTENSION .*postgis.*\n/gm, '')
          .replaceAll('geometry(Polygon,4326)', 'geometry'),
    ),
  // Rows are in files of their own, which are not here; those of reviews refer to them.
  adventureworks: () =>
    withoutCommands(read('lorint+AdventureWorks-for-Postgres', 'install.sql'))
      .replaceAll(/^INSERT INTO Production\.ProductReview [^]*?\);\n/gm, '')
      .replaceAll(/^SELECT 'Copying .*\n/gm, ''),
  musicbrainz: () => {
    const files = [
      ...['Extensions', 'CreateCollations', 'CreateTypes', 'CreateTables', 'CreatePrimaryKeys'],
      ...['CreateSearchConfiguration', 'CreateFunctions', 'CreateIndexes', 'CreateFKConstraints'],
      ...['CreateConstraints', 'CreateViews', 'CreateTriggers', 'CreateSearchIndexes'],
    ];
    const texts = files.map((name) =>
      withoutCommands(read('metabrainz+musicbrainz-server', `admin/sql/${name}.sql`)),
    );
    const path = 'SET search_path = musicbrainz, public;\n';
    return facts(
      ['CREATE SCHEMA musicbrainz;\n', ...texts.map((text) => path + text)].join('\n'),
      OF_MUSICBRAINZ,
    );
  },
};

/** Functions that do what indexes and conditions of MusicBrainz ask of theirs. */
const OF_MUSICBRAINZ = [
  `CREATE FUNCTION musicbrainz.controlled_for_whitespace(text) RETURNS boolean LANGUAGE sql IMMUTABLE
    AS $$ SELECT $1 = btrim($1) AND $1 !~ '\\s\\s' $$`,
  `CREATE FUNCTION musicbrainz.ll_to_earth(double precision, double precision) RETURNS public.earth LANGUAGE sql IMMUTABLE STRICT
    AS $$ SELECT public.cube(ARRAY[0.0, 0.0, 6378168.0])::public.earth $$`,
  `CREATE FUNCTION musicbrainz.musicbrainz_unaccent(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS 'SELECT lower($1)'`,
  `CREATE FUNCTION musicbrainz.mb_simple_tsvector(text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT
    AS $$ SELECT to_tsvector('pg_catalog.simple', $1) $$`,
];

for (const [name, make] of Object.entries(SCHEMAS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const packed = brotliCompressSync(await make(), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  writeFileSync(join(FIXTURES, `${name}.sql.br`), packed);
  process.stdout.write(`${name}: ${packed.length} bytes\n`);
}
