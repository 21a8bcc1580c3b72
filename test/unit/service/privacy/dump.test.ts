import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, it } from 'vitest';
import { postgresTools, SystemPostgres } from '../../../faults/system-postgres.js';
import { describeErasing } from './erasing-suite.js';

const bin = postgresTools();

describe.skipIf(bin === null)('erasing, as pg_dump tells it', () => {
  let server: SystemPostgres | undefined;
  afterAll(() => server?.stop());

  async function createDatabase(): Promise<string> {
    server = await SystemPostgres.start(bin!);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('CREATE DATABASE clinic');
    await client.end();
    return server.url.replace(/\w+$/, 'clinic');
  }

  describeErasing(createDatabase, (_clinic, url) =>
    Promise.resolve(
      execFileSync(join(bin!, 'pg_dump'), ['--inserts', url], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      }),
    ),
  );
});

it.skipIf(bin !== null)(
  'needs a server with pg_dump of its version: install `postgresql`',
  (context) => context.skip(),
);
