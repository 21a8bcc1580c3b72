import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeKeys } from './idempotency-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('idempotency keys on PostgreSQL', () => describeKeys(() => server.createDatabase()));
