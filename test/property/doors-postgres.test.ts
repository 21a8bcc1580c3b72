import { afterAll, beforeAll, test, vi } from 'vitest';
import { casesOf } from '../rings.js';
import { startPostgres, type TestPostgres } from '../support/postgres.js';
import { proveDoors } from './prove-doors.js';

// Entities choose their column types by it when they are loaded.
vi.hoisted(() => {
  process.env['DATABASE_URL'] = 'postgres://';
});

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test('every door obeys the policy on PostgreSQL', { timeout: 240_000 }, async () =>
  proveDoors('PostgreSQL', await postgres.createDatabase(), casesOf(14, 28)),
);
