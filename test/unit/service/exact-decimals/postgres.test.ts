import { afterAll, describe } from 'vitest';
import { describeExact } from '../../../../templates/features/exact-decimals/engine/test/exact-decimals/exact-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('exact decimals on PostgreSQL', () => describeExact(() => server.createDatabase()));
