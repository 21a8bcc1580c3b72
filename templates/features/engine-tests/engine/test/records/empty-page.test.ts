import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Connection } from '../../database/sqlite/connection.js';
import { Tag } from '../fixtures/library.js';
import { admin, openLibrary } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  library = await openLibrary();
  const tags = library.engine.operations(admin)(Tag);
  for (const name of ['a', 'b']) await tags.create({ name });
});
afterAll(() => library.database.close());

it.each([
  ['beyond the end', { _start: '2', _end: '10' }, 'items 2-2/2'],
  ['of no record', { name: 'c', _sort: 'name' }, 'items 0-0/0'],
])('a page %s is counted and not read', async (_name, query, range) => {
  const select = vi.spyOn(Connection.prototype, 'select');
  const { text, start, end, total } = await library.engine.operations(admin)(Tag).list(query);
  const asked = select.mock.calls.map(([sql]) => sql);
  select.mockRestore();
  expect([text, `items ${start}-${end}/${total}`]).toEqual(['[]', range]);
  expect(asked.filter((sql) => sql.includes('FROM "tag"'))).toEqual([
    expect.stringMatching(/^SELECT COUNT\(\*\)/),
  ]);
});
