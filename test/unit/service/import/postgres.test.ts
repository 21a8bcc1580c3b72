import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeExports } from './export-suite.js';
import { describeImports } from './import-suite.js';
import { describeRoundTrips } from './round-trip-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);
const create = () => server.createDatabase();

describe('exports on PostgreSQL', () => describeExports(create));
describe('imports on PostgreSQL', () => describeImports(create));
describe('what is exported comes back unchanged on PostgreSQL', () =>
  describeRoundTrips(create, 25));
