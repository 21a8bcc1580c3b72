import { afterAll, describe } from 'vitest';
import { describeUniqueEmails } from '../../../../templates/features/engine-tests/engine/test/auth/unique-emails-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('unique email addresses on PostgreSQL', () =>
  describeUniqueEmails(() => server.createDatabase()));
