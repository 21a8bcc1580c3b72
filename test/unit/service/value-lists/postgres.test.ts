import { afterAll, describe } from 'vitest';
import { describeArticles } from '../../../../templates/features/value-lists/engine/test/value-lists/articles-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('fields with lists on PostgreSQL', () => describeArticles(() => server.createDatabase()));
