import { afterAll, describe } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';
import { describeWebhooks } from './webhooks-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('webhooks on PostgreSQL', () => describeWebhooks(() => server.createDatabase()));
