import { afterAll } from 'vitest';
import { describeAllPeriods } from '../../../../templates/features/no-overlap/engine/test/no-overlap/periods-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeAllPeriods('PostgreSQL', () => server.createDatabase());
