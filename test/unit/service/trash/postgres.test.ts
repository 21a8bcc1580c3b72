import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeTrash } from './trash-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('the trash on PostgreSQL', () => describeTrash(() => server.createDatabase()));
