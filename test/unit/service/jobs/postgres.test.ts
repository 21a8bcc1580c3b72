import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeJobs } from './jobs-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('jobs on PostgreSQL', () => describeJobs(() => server.createDatabase()));
