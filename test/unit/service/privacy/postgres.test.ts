import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import type { openClinic } from './clinic.js';
import { describeErasing } from './erasing-suite.js';
import { describeFiles } from './files-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

/** All rows of all tables, as a dump has them. */
async function contentOf({ rows }: Awaited<ReturnType<typeof openClinic>>): Promise<string> {
  const tables = await rows<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    for (const { text } of await rows<{ text: string }>(`SELECT t::text AS text FROM ${name} t`))
      texts.push(`${name} ${text}`);
  return texts.join('\n');
}

describe('erasing on PostgreSQL', () => describeErasing(() => server.createDatabase(), contentOf));
describe('erasing files on PostgreSQL', () => describeFiles(() => server.createDatabase()));
