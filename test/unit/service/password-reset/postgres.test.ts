import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describePendingAddresses } from './pending-addresses-suite.js';
import { describePasswordReset } from './password-reset-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('an address that waits on PostgreSQL', () =>
  describePendingAddresses(() => server.createDatabase()));
describe('a new password on PostgreSQL', () =>
  describePasswordReset(() => server.createDatabase()));
