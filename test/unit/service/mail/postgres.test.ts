import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeMail } from './mail-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('mail on PostgreSQL', () => describeMail(() => server.createDatabase()));
