import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describePasskeys } from './passkeys-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('passkeys on PostgreSQL', () => describePasskeys(() => server.createDatabase()));
