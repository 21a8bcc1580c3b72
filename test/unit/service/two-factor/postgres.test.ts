import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeTwoFactor } from './two-factor-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('second factors on PostgreSQL', () => describeTwoFactor(() => server.createDatabase()));
