import { afterAll, describe, expect, it } from 'vitest';
import { findTrigrams } from '../../../../templates/service/engine/database/find-drift.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { startPostgres } from '../../../support/postgres.js';
import { CreatePage, describeTrigrams, openSearched, Page } from './trigrams-suite.js';

const postgres = await startPostgres();
afterAll(() => postgres.stop(), 60_000);

describe('trigrams on postgres', () =>
  describeTrigrams('postgres', () => postgres.createDatabase()));

it('the migration says who can help where PostgreSQL refuses the extension', async () => {
  const url = new URL(await postgres.createDatabase());
  const owner = await openDatabase(url.href, [], []);
  const { query } = owner.dataSource;
  const run = query.bind(owner.dataSource);
  const user = `guest_${process.pid}`;
  await run(`CREATE ROLE ${user} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${user}`);
  const guest = new URL(url);
  [guest.username, guest.password] = [user, 'x'];
  const refused = await openSearched(guest.href, [Page], [CreatePage]);
  const failure = await migrate(refused).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    reasons: [
      'CreatePage20260101000000, addTrigram on `page`: permission denied to create extension "pg_trgm"',
      expect.stringContaining('ask somebody with the right to run `CREATE EXTENSION pg_trgm`'),
    ],
  });
  await run('CREATE EXTENSION pg_trgm');
  expect(await migrate(refused)).toHaveLength(1);
  expect(await findTrigrams(refused)).toEqual(new Set(['trigram_page_title', 'trigram_page_body']));
  await refused.close();
  await owner.close();
});
