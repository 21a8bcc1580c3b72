import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import { sql } from '../../../../templates/service/engine/database/steps/step.js';
import { migrationCalls } from '../../../../src/render/migration-calls.js';
import { diffSchema } from '../../../../src/schema/diff-schema.js';
import { schemaOf } from '../../../../src/schema/schema.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { startPostgres } from '../../../support/postgres.js';

const FIELDS = `
    fields:
      room: integer
      starts_on: date:required
      ends_on: date
`;
const BEFORE = `
models:
  Booking:
    timestamps: false${FIELDS}`;
const AFTER = `
models:
  Booking:
    timestamps: false
    no_overlap: { fields: [starts_on, ends_on], by: [room] }${FIELDS}`;

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe.each([
  ['sqlite', () => Promise.resolve('sqlite::memory:')],
  ['postgres', () => server.createDatabase()],
] as const)('the migration of periods on %s', (name, url) => {
  async function openWith(...rows: string[]) {
    const [before, after] = [BEFORE, AFTER].map((spec) => appOfSpec('bookings', spec));
    const calls = migrationCalls(diffSchema(schemaOf(before!), schemaOf(after!)), after);
    const [made] = calls.flatMap(({ call, args }) => (call === 'sql' ? [args] : []));
    const database = await openDatabase(await url(), [], []);
    onTestFinished(() => database.close());
    const run = (text: string): Promise<unknown> => database.dataSource.query(text);
    await run(
      'CREATE TABLE booking (id integer PRIMARY KEY, room integer, starts_on date, ends_on date)',
    );
    for (const row of rows) await run(`INSERT INTO booking VALUES (${row})`);
    const [up, down] = made as Record<typeof name, string[]>[];
    const all = async (texts: readonly string[]) => {
      for (const text of texts) await run(text);
    };
    return { run, up: () => all(up![name]), down: () => all(down![name]) };
  }

  it('names two rows that overlap', async () => {
    const { up } = await openWith(
      `1, 7, '2026-01-01', '2026-02-01'`,
      `2, 7, '2026-02-01', '2026-03-01'`,
      `3, 7, '2026-02-20', NULL`,
    );
    await expect(up()).rejects.toThrow(
      'the periods of rows of booking overlap, such as those with the ids 2 and 3',
    );
  });

  it('passes where none do, and can be done again after a revert', async () => {
    const { up, down, run } = await openWith(
      `1, 7, '2026-01-01', '2026-02-01'`,
      `2, 7, '2026-02-01', NULL`,
      `3, 8, '2026-01-01', NULL`,
      `4, NULL, '2026-01-01', NULL`,
      `5, NULL, '2026-01-01', NULL`,
    );
    await up();
    const row = `INSERT INTO booking VALUES (6, 8, '2027-01-01', NULL)`;
    if (name === 'postgres') await expect(run(row)).rejects.toThrow('booking_no_overlap');
    await down();
    await up();
  });
});

it('says who can help where PostgreSQL refuses the extension', async () => {
  const url = new URL(await server.createDatabase());
  const owner = await openDatabase(url.href, [], []);
  onTestFinished(() => owner.close());
  const user = `guest_${process.pid}`;
  await owner.dataSource.query(
    `CREATE ROLE ${user} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${user}`,
  );
  const guest = new URL(url);
  [guest.username, guest.password] = [user, 'x'];
  class Extend20260101000000 extends StepMigration {
    readonly name = 'Extend20260101000000';
    readonly steps = [
      sql(
        { sqlite: [], postgres: ['CREATE EXTENSION IF NOT EXISTS btree_gist'] },
        { sqlite: [], postgres: [] },
      ),
    ];
  }
  const refused = await openDatabase(guest.href, [], [Extend20260101000000]);
  onTestFinished(() => refused.close());
  expect(await migrate(refused).catch((error: unknown) => error)).toMatchObject({
    reasons: [
      expect.stringContaining('permission denied to create extension "btree_gist"'),
      expect.stringContaining('ask somebody with the right to run `CREATE EXTENSION btree_gist`'),
    ],
  });
});
