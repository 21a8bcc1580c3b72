import { afterAll, describe } from 'vitest';
import { describeKeyless } from '../../../../templates/features/read-only/engine/test/read-only/keyless-suite.js';
import { describeViews } from '../../../../templates/features/read-only/engine/test/read-only/views-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('views on PostgreSQL', () => describeViews(() => server.createDatabase()));
describe('a view without a key on PostgreSQL', () =>
  describeKeyless(() => server.createDatabase()));
