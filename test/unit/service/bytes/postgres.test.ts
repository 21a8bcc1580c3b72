import { afterAll, describe } from 'vitest';
import { describeBytes } from '../../../../templates/features/bytes/engine/test/bytes/bytes-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('fields of bytes on PostgreSQL', () => describeBytes(() => server.createDatabase()));
