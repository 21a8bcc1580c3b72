import { afterAll } from 'vitest';
import { describeAllComposite } from '../../../../templates/features/composite-keys/engine/test/composite-keys/composite-suites.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeAllComposite('PostgreSQL', () => server.createDatabase());
