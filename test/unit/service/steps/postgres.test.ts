import { afterAll } from 'vitest';
import { describeAllSteps } from '../../../../templates/features/steps/engine/test/steps/steps-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeAllSteps('PostgreSQL', () => server.createDatabase());
