import { afterAll, describe, vi } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';

// Entities choose their column types when they are loaded.
vi.stubEnv('DATABASE_URL', 'postgres://localhost/any');
const { describeUniqueEmails } =
  await import('../../../../templates/service/test/engine/auth/unique-emails-suite.js');

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('unique email addresses on PostgreSQL', () =>
  describeUniqueEmails(() => server.createDatabase()));
