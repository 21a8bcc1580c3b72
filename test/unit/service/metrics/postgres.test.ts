import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeMetrics } from './metrics-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('on PostgreSQL', () => describeMetrics('postgres', () => server.createDatabase()));
