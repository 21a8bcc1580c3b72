import { afterAll, describe, vi } from 'vitest';
import { startPostgres } from '../../../support/postgres.js';

// Entities choose their column types when they are loaded.
vi.stubEnv('DATABASE_URL', 'postgres://localhost/any');
const { describeWebhooks } = await import('./webhooks-suite.js');

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('webhooks on PostgreSQL', () => describeWebhooks(() => server.createDatabase()));
