import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeFrozen } from './frozen-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('frozen records on PostgreSQL', () => describeFrozen(() => server.createDatabase()));
