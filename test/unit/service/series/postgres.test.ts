import { afterAll } from 'vitest';
import { describeAllSeries } from '../../../../templates/features/series/engine/test/series/series-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeAllSeries('PostgreSQL', () => server.createDatabase());
