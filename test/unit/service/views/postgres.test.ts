import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeViews } from './views-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('saved views on PostgreSQL', () => describeViews(() => server.createDatabase()));
