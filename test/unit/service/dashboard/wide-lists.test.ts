import { expect, test, vi } from 'vitest';
import { overviewsOf } from '../../../../templates/features/dashboard/engine/records/overview.js';
import { Book } from '../../../../templates/features/engine-tests/engine/test/fixtures/library.js';
import {
  admin,
  openLibrary,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import type { Session } from '../../../../templates/service/engine/database/dialect.js';

const BODY = 'x'.repeat(300_000);

test('wide records: no group is of a long value, and labels are all that is read of the last ones', async () => {
  const { database, engine } = await openLibrary();
  for (const body of [BODY, BODY, null])
    await engine.system(Book).create({ title: body ? 'Wide' : 'Narrow', body });
  let largest = 0;
  const read = database.read.bind(database);
  vi.spyOn(database, 'read').mockImplementation((work, options) =>
    read((session) => {
      const rows: Session['rows'] = async (...asked) => {
        const answer = await session.rows(...asked);
        largest = Math.max(largest, JSON.stringify(answer).length);
        return answer;
      };
      return work(Object.assign(Object.create(session) as Session, { rows }));
    }, options),
  );
  const books = overviewsOf(engine.scope(admin)(Book));
  expect(await books.groups('body')).toEqual([{ value: null, count: 1 }]);
  expect((await books.recent()).map(({ _label }) => _label).sort()).toEqual([
    'Narrow',
    'Wide',
    'Wide',
  ]);
  const where = { op: 'eq', field: 'title', value: 'Wide' } as const;
  expect(await books.groups('body', where)).toEqual([]);
  expect((await books.recent(where)).map(({ _label }) => _label)).toEqual(['Wide', 'Wide']);
  await expect(books.rows({ _sort: 'body' })).rejects.toMatchObject({ status: 400 });
  expect(await books.rows({ _sort: 'title', title: 'Wide' })).toMatchObject([{}, {}]);
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(10_000);
  vi.restoreAllMocks();
  await database.close();
});
