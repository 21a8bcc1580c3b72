import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatabaseSchema, Row } from '../../../../src/pull/database.js';
import { pullSpec, queriesOf, readSchema } from '../../../../src/pull/pull.js';
import { checkSpec } from '../../../../src/spec/check.js';
import { formatYaml } from '../../../support/format-yaml.js';
import { parseSpec } from '../../../support/parse-spec.js';
import { startPostgres } from '../../../support/postgres.js';
import { fixture, keptSpec } from '../../pull/databases.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);
let school: DatabaseSchema;

beforeAll(async () => {
  const client = new pg.Client({ connectionString: await server.createDatabase() });
  await client.connect();
  await client.query(fixture('school.postgres.sql'));
  const rows: Record<string, Row[]> = {};
  for (const [name, sql] of Object.entries(queriesOf('postgres')))
    rows[name] = (await client.query<Row>(sql)).rows;
  await client.end();
  school = readSchema('postgres', rows);
}, 60_000);

it('reads enums, domains, identities, checks, comments and partitions', async () => {
  const { text } = pullSpec(school, 'school');
  await expect(text).toMatchFileSnapshot(keptSpec('school'));
  expect(await formatYaml(text)).toBe(text);
  const { spec, problems } = parseSpec('models.yaml', text);
  expect([...problems, ...checkSpec(spec).problems]).toEqual([]);
});

it('reads another schema by its name alone', () => {
  const { models, views } = pullSpec(school, 'school', { schema: 'office' });
  expect(models.map(({ name }) => name)).toEqual(['Room']);
  expect(views).toEqual([]);
});
