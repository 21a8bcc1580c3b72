import { afterAll, describe, vi } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';

// Entities choose their column types when they are loaded.
vi.stubEnv('DATABASE_URL', 'postgres://localhost/any');
const { describeCursors } = await import('./cursor-suite.js');
const { describeEngine } = await import('./engine-suite.js');
const { describeHooks } = await import('./hooks-suite.js');
const { describeHookCosts } = await import('./hook-costs-suite.js');
const { describeMovingRows } = await import('./moving-rows-suite.js');
const { describeOddNames } = await import('./odd-names-suite.js');
const { describeRecords } = await import('./records-suite.js');
const { describeConditions } = await import('./where-suite.js');

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('conditions on PostgreSQL', () => describeConditions(() => server.createDatabase()));
describe('the engine on PostgreSQL', () => describeEngine(() => server.createDatabase()));
describe('cursors on PostgreSQL', () => describeCursors(() => server.createDatabase()));
describe('odd names on PostgreSQL', () => describeOddNames(() => server.createDatabase()));
describe('records on PostgreSQL', () => describeRecords(() => server.createDatabase()));
describe('hooks on PostgreSQL', () => describeHooks(() => server.createDatabase()));
describe('costs on PostgreSQL', () => describeHookCosts(() => server.createDatabase()));
describe('moving rows on PostgreSQL', () => describeMovingRows(() => server.createDatabase()));
