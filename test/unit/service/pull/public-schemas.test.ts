import { afterAll, expect, test } from 'vitest';
import { STATEMENT_QUERIES, statementsIn } from '../../../../src/pull/statements.js';
import { execute } from '../../../../templates/features/engine-tests/engine/test/database/whole-schema.js';
import { startPostgres } from '../../../support/postgres.js';
import { makeDatabase, PUBLIC_SCHEMAS, rowsOf } from '../../../schemas/schemas.js';

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
