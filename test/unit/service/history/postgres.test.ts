import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeReading } from './reading-suite.js';
import { describeStoring } from './storing-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('the history on PostgreSQL', () => describeStoring(() => server.createDatabase()));
describe('reading the history on PostgreSQL', () => describeReading(() => server.createDatabase()));
