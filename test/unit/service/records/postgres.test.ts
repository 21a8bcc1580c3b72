import { afterAll } from 'vitest';
import { describeCrud } from '../../../../templates/features/engine-tests/engine/test/records/records-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeCrud('PostgreSQL', () => server.createDatabase());
