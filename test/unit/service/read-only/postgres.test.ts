import { afterAll, describe } from 'vitest';
import { describeViews } from '../../../../templates/features/read-only/engine/test/read-only/views-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('views on PostgreSQL', () => describeViews(() => server.createDatabase()));
