import { afterAll, describe } from 'vitest';
import { describeHosts } from '../../../../templates/features/native-types/engine/test/native-types/hosts-suite.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('fields of native types on PostgreSQL', () =>
  describeHosts(() => server.createDatabase()));
