import { afterAll } from 'vitest';
import { describeSchemas } from '../../../../templates/features/schemas/engine/test/schemas/schemas-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describeSchemas(() => server.createDatabase());
