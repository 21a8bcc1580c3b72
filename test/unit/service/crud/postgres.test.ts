import { afterAll, describe, vi } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';

// Entities choose their column types when they are loaded.
vi.stubEnv('DATABASE_URL', 'postgres://localhost/any');
const { describeEngine } = await import('./engine-suite.js');
const { describeOddNames } = await import('./odd-names-suite.js');
const { describeConditions } = await import('./where-suite.js');

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('conditions on PostgreSQL', () => describeConditions(() => server.createDatabase()));
describe('the engine on PostgreSQL', () => describeEngine(() => server.createDatabase()));
describe('odd names on PostgreSQL', () => describeOddNames(() => server.createDatabase()));
