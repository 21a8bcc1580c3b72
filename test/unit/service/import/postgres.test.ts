import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeExports } from './export-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);
const create = () => server.createDatabase();

describe('exports on PostgreSQL', () => describeExports(create));
