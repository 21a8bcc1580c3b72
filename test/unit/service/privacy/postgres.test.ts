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

  it('what a transaction has written that began before and ends later is erased, too', async () => {
    const clinic = await openClinic(await server.createDatabase());
    const open = await referring(clinic);
    let isOver = false;
    const erasing = clinic.erase(`Patient ${open.id}`).finally(() => (isOver = true));
    await expect.poll(() => isWaiting(clinic), { timeout: 30_000 }).toBe(true);
    expect(isOver).toBe(false);
    await open.end();
    const left = await erasing;
    expect(left).toHaveLength(1);
    expect((await contentOf(clinic)).toLowerCase()).not.toContain('zeisig');
    await clinic.close();
  });

  it('of a transaction that does not end it says that it has not ended', async () => {
    const clinic = await openClinic(await server.createDatabase(), { DATABASE_LOCK_TIMEOUT: '1' });
    const open = await referring(clinic);
    const left = await clinic.erase(`Patient ${open.id}`);
    expect(left.join()).toContain('has not ended yet: erase again when it has');
    await open.end();
    await clinic.erase(`Patient ${open.id}`);
    expect((await contentOf(clinic)).toLowerCase()).not.toContain('zeisig');
    await clinic.close();
  });
});

/** A patient, and a transaction on another connection that has written of them. */
async function referring(clinic: Awaited<ReturnType<typeof openClinic>>) {
  const { id } = await clinic.create(Patient, {
    name: 'Zoe Zeisig',
    card: 'z',
    born: '1980-02-03',
  });
  const runner = clinic.database.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(`INSERT INTO visit (patient_id, note) VALUES (${id}, 'zeisig coughs')`);
  const end = async () => {
    await runner.commitTransaction();
    await runner.release();
  };
  return { id, end };
}

/** Whether somebody waits for another transaction. */
async function isWaiting({ rows }: Awaited<ReturnType<typeof openClinic>>): Promise<boolean> {
  const waiting = await rows(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}
