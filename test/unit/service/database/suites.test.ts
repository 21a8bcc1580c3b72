import { afterAll } from 'vitest';
import { describeDatabase } from '../../../../templates/features/engine-tests/engine/test/database/database-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const postgres = await startPostgres();
afterAll(() => postgres.stop(), 60_000);

describeDatabase('postgres', () => postgres.createDatabase());
