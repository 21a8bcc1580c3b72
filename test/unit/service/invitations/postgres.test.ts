import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeInvitations } from './invitations-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('an invitation on PostgreSQL', () => describeInvitations(() => server.createDatabase()));
