import { afterAll, vi } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';

// Entities choose their column types when they are loaded.
vi.stubEnv('DATABASE_URL', 'postgres://localhost/any');
const { describeCrud } =
  await import('../../../../templates/service/test/engine/crud/crud-suites.js');

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeCrud('PostgreSQL', () => server.createDatabase());
