import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeBesideWriters } from './beside-writers-suite.js';
import { openClinic, Patient } from './clinic.js';
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
describe('erasing beside writers on PostgreSQL', () => {
  describeBesideWriters(() => server.createDatabase(), contentOf);

  it('what a transaction has written that ends during the erasure is erased, too', async () => {
    const clinic = await openClinic(await server.createDatabase());
    const { id } = await clinic.create(Patient, {
      name: 'Zoe Zeisig',
      card: 'z',
      born: '1980-02-03',
    });
    const runner = clinic.database.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`INSERT INTO visit (patient_id, note) VALUES (${id}, 'zeisig coughs')`);
    const erasing = clinic.erase(`Patient ${id}`);
    await sleep(20);
    await runner.commitTransaction();
    await runner.release();
    const left = await erasing;
    expect(left).toHaveLength(1);
    expect((await contentOf(clinic)).toLowerCase()).not.toContain('zeisig');
    await clinic.close();
  });
});
