import { afterAll, expect, it, onTestFinished } from 'vitest';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { startPostgres } from '../../../support/postgres.js';
import { openToFill } from '../fixtures/filled-service.js';
import { generateService } from '../fixtures/generated-service.js';

const SPEC = `
models:
  Room:
    fields:
      name: string:required
  Booking:
    no_overlap: { fields: [starts_at, ends_at], by: [room] }
    fields:
      room: ref=Room:required
      starts_at: datetime:required
      ends_at: datetime
  Season:
    no_overlap: { fields: [starts_on, ends_on] }
    fields:
      starts_on: date:required
      ends_on: date:required
`;

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

it.each([
  ['SQLite', () => Promise.resolve('sqlite::memory:')],
  ['PostgreSQL', () => server.createDatabase()],
])('made-up periods do not overlap on %s, nor with those before', async (_, url) => {
  const service = generateService(appOfSpec('rooms', SPEC));
  const filled = await openToFill(service, await url());
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  for (const seed of [7, 8]) await filled.fill({ count: 30, seed });
  for (const [table, start, end, by] of [
    ['booking', 'starts_at', 'ends_at', 'one.room_id = other.room_id AND'],
    ['season', 'starts_on', 'ends_on', ''],
  ] as const) {
    const [total] = await filled.query(`SELECT count(*) AS n FROM ${table}`);
    expect(Number(total!['n'])).toBe(60);
    const overlapping = await filled.query(
      `SELECT one.id FROM ${table} one JOIN ${table} other ON ${by} one.id < other.id
       AND (other.${end} IS NULL OR one.${start} < other.${end})
       AND (one.${end} IS NULL OR other.${start} < one.${end})`,
    );
    expect(overlapping).toEqual([]);
  }
});
