import { afterAll } from 'vitest';
import { describeAllLines } from '../../../../templates/features/lines/engine/test/lines/lines-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeAllLines('PostgreSQL', () => server.createDatabase());
