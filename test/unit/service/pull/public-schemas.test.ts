import { afterAll, expect, test } from 'vitest';
import { checkSpec } from '../../../../src/spec/check.js';
import { parseSpec } from '../../../../src/spec/parse-spec.js';
import { specSchema } from '../../../../src/project/open/templates.js';
import { isError } from '../../../../src/problem.js';
import { pullSpec } from '../../../../src/pull/pull.js';
import { STATEMENT_QUERIES, statementsIn } from '../../../../src/pull/statements.js';
import { execute } from '../../../../templates/features/engine-tests/engine/test/database/whole-schema.js';
import { startPostgres } from '../../../support/postgres.js';
import { makeDatabase, PUBLIC_SCHEMAS, readDatabase, rowsOf } from '../../../schemas/schemas.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

const statementsOf = async (url: string): Promise<readonly string[]> =>
  statementsIn('postgres', await rowsOf('postgres', url, STATEMENT_QUERIES.postgres));

/** PostgreSQL prints lists of texts in another way once it has read its own. */
const inOneForm = (sql: string): string =>
  sql
    .replaceAll(/\('((?:[^']|'')*)'::character varying\)::text/g, "'$1'::character varying")
    .replaceAll(/\(ARRAY\[([^\]]*)\]\)::text\[\]/g, 'ARRAY[$1]');

test.each(
  PUBLIC_SCHEMAS.filter(({ database }) => database === 'postgres').map(
    (one) => [one.name, one] as const,
  ),
)('the statements of %s make its schema again', async (_, schema) => {
  const [url, other] = [await server.createDatabase(), await server.createDatabase()];
  await makeDatabase(schema, url);
  const statements = await statementsOf(url);
  await execute(other, ['BEGIN', ...statements, 'COMMIT'].join(';\n'));
  expect((await statementsOf(other)).map(inOneForm).toSorted()).toEqual(
    statements.map(inOneForm).toSorted(),
  );
});

test.each(
  PUBLIC_SCHEMAS.filter(({ database }) => database === 'postgres').flatMap((one) =>
    [
      ...one.schemas.map((schema) => [schema]),
      ...(one.schemas.length > 1 ? [one.schemas] : []),
    ].map((schema) => [one.name, schema, one] as const),
  ),
)('the spec of %s, schema %s, has no error', async (_, schema, one) => {
  const url = await server.createDatabase();
  await makeDatabase(one, url);
  const { text } = pullSpec(
    await readDatabase({ database: 'postgres', schemas: schema }, url),
    '',
    { schema },
  );
  const { spec, problems } = parseSpec('models.yaml', text, specSchema());
  const all = [...problems, ...checkSpec(spec, []).problems];
  expect(all.filter(isError)).toEqual([]);
});
