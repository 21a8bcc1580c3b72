import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { migrationCalls } from '../../../../src/render/migration-calls.js';
import { diffSchema } from '../../../../src/schema/diff-schema.js';
import { schemaOf } from '../../../../src/schema/schema.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { startPostgres } from '../../../support/postgres.js';

const specOf = (number: string) => `
models:
  Invoice:
    fields:
      tenant: ref=Tenant
      ${number}
    rows:
      tenant: tenant
`;

const ROWS = [
  [1, '2025-12-31 23:59:59.999'],
  [2, '2026-01-02 00:00:00.000'],
  [1, '2026-01-02 00:00:00.000'],
  [1, '2025-11-01 00:00:00.000'],
  [1, '2026-02-01 00:00:00.000'],
] as const;

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe.each([
  ['sqlite', () => Promise.resolve('sqlite::memory:'), 'datetime(3)'],
  ['postgres', () => server.createDatabase(), 'timestamptz(3)'],
] as const)('the migration of a new series on %s', (name, url, moment) => {
  /** The numbers that rows get, in the order of their ids. */
  async function numbersBy(pattern: string): Promise<unknown[]> {
    const [before, after] = ['title: string', `number: string:series=${pattern}`].map((field) =>
      appOfSpec('series', specOf(field)),
    );
    const calls = migrationCalls(diffSchema(schemaOf(before!), schemaOf(after!)), after);
    const [sql] = calls.flatMap(({ call, args }) => (call === 'sql' ? [args[0]] : []));
    const database = await openDatabase(await url(), [], []);
    onTestFinished(() => database.close());
    const run = (text: string) => database.dataSource.query(text);
    const zone = name === 'postgres' ? '+00' : '';
    await run(
      `CREATE TABLE invoice (id integer, tenant_id integer, created_at ${moment}, number varchar(255))`,
    );
    for (const [index, [tenant, at]] of ROWS.entries())
      await run(`INSERT INTO invoice VALUES (${index + 1}, ${tenant}, '${at}${zone}', NULL)`);
    await run((sql as Record<typeof name, string>)[name]);
    const rows = (await run('SELECT number FROM invoice ORDER BY id')) as { number: string }[];
    return rows.map(({ number }) => number);
  }

  it('numbers rows by their tenants and years, in the order of their creation', async () => {
    expect(await numbersBy('INV-{year}-{00}')).toEqual([
      'INV-2025-02',
      'INV-2026-01',
      'INV-2026-01',
      'INV-2025-01',
      'INV-2026-02',
    ]);
  });

  it('numbers them by months, or without periods', async () => {
    expect(await numbersBy("it's {0}/{month}.{year}")).toEqual([
      "it's 1/12.2025",
      "it's 1/01.2026",
      "it's 1/01.2026",
      "it's 1/11.2025",
      "it's 1/02.2026",
    ]);
    expect(await numbersBy('{000}')).toEqual(['002', '001', '003', '001', '004']);
  });
});
