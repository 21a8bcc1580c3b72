import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describePasswordReset } from './password-reset-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('a new password on PostgreSQL', () =>
  describePasswordReset(() => server.createDatabase()));
