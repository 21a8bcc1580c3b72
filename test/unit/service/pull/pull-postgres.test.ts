import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatabaseSchema, Row } from '../../../../src/pull/database.js';
import { pullSpec, queriesOf, readSchema } from '../../../../src/pull/pull.js';
import { withViews } from '../../../../src/pull/view-rows.js';
import { checkSpec } from '../../../../src/spec/check.js';
import { formatYaml } from '../../../support/format-yaml.js';
import { parseSpec } from '../../../support/parse-spec.js';
import { startPostgres } from '../../../support/postgres.js';
import { fixture, keptSpec } from '../../pull/databases.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);
let school: DatabaseSchema;
let words: DatabaseSchema;

/** The tables that a file of SQL makes. */
async function schemaOf(file: string): Promise<DatabaseSchema> {
  const client = new pg.Client({ connectionString: await server.createDatabase() });
  await client.connect();
  await client.query(fixture(file));
  const rows: Record<string, Row[]> = {};
  for (const [name, sql] of Object.entries(queriesOf('postgres')))
    rows[name] = (await client.query<Row>(sql)).rows;
  const schema = await withViews(readSchema('postgres', rows), {}, async (queries) => {
    const found: Record<string, Row[]> = {};
    for (const [name, sql] of Object.entries(queries))
      found[name] = (await client.query<Row>(sql)).rows;
    return found;
  });
  await client.end();
  return schema;
}

beforeAll(async () => {
  school = await schemaOf('school.postgres.sql');
  words = await schemaOf('words.postgres.sql');
}, 60_000);

it.each([
  ['enums, domains, identities, checks, comments and partitions', 'school', () => school],
  ['what the database computes and fills in', 'words-postgres', () => words],
])('reads %s', async (_what, name, schema) => {
  const { text } = pullSpec(schema(), name);
  await expect(text).toMatchFileSnapshot(keptSpec(name));
  expect(await formatYaml(text)).toBe(text);
  const { spec, problems } = parseSpec('models.yaml', text);
  expect([...problems, ...checkSpec(spec).problems]).toEqual([]);
});

it('reads another schema by its name alone', () => {
  const { models } = pullSpec(school, 'school', { schema: ['office'] });
  expect(models.map(({ name }) => name)).toEqual(['Room']);
});
