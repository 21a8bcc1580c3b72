import { afterAll, describe } from 'vitest';
import { describeUniqueEmails } from '../../../../templates/features/engine-tests/engine/test/auth/unique-emails-suite.js';
import { describeUsernames } from '../../../../templates/features/engine-tests/engine/test/auth/usernames-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('unique email addresses on PostgreSQL', () =>
  describeUniqueEmails(() => server.createDatabase()));

describe('usernames on PostgreSQL', () => describeUsernames(() => server.createDatabase()));
