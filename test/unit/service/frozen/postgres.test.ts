import { afterAll } from 'vitest';
import { describeAllFrozen } from '../../../../templates/features/frozen/engine/test/frozen/frozen-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeAllFrozen('PostgreSQL', () => server.createDatabase());
