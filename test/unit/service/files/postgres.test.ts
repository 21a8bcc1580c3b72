import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeLife } from './life-suite.js';
import { describeOpening } from './opening-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('files and their rows on PostgreSQL', () => describeLife(() => server.createDatabase()));
describe('opening files on PostgreSQL', () => describeOpening(() => server.createDatabase()));
