import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describePastFiles } from './past-files-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('past files on PostgreSQL', () => describePastFiles(() => server.createDatabase()));
