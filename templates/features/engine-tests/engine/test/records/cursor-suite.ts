import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL } from '../../model/where.js';
import { compileWhere } from '../../records/conditions/compile-where.js';
import { conditionsAfter, parseCursor } from '../../records/query/cursor.js';
import type { Order } from '../../records/query/parse-page.js';
import type { ListPage, Query } from '../../model/operations.js';
import { Book, Person, Tag } from '../fixtures/library.js';
import { admin, openLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { BOOK_FIELDS, someBooks } from './where-suite.js';

const BOOKS = 60;
/** The same moment, and others beside it, as other programs store them on SQLite. */
const MOMENTS = ['2026-01-01 00:00:00', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000417', '2026-01-01T00:00:00Z']; // prettier-ignore

const sorts = fc
  .array(
    fc.tuple(
      fc.constantFrom('id', 'created_at', 'state', ...BOOK_FIELDS),
      fc.constantFrom('ASC', 'DESC'),
    ),
    { maxLength: 3 },
  )
  .map((terms): Query =>
    terms.length === 0
      ? {}
      : { _sort: terms.map(([name]) => name).join(), _order: terms.map(([, way]) => way).join() },
  );
const filters = fc.constantFrom<Query>(
  {},
  { pages__ne: '1' },
  { title__ilike: 'a' },
  { lent__isnull: 'true' },
  { q: 'é' },
  { weight__gt: '0', price__lte: '12.5' },
  { _expand: 'author' },
  { title: 'nowhere' },
);

/** Pages by cursor are the pages by number; `url` gives a fresh database. */
export const describeCursors = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  beforeAll(async () => {
    library = await openLibrary(await url());
    const { database, engine } = library;
    for (const name of ['Ann', 'Ben', 'Cid']) await engine.system(Person).create({ name });
    for (const book of someBooks(BOOKS)) await engine.system(Book).create(book);
    if (database.dialect.name === 'sqlite')
      for (const [at, moment] of MOMENTS.entries())
        await database.dataSource.query(`UPDATE book SET read_at = ? WHERE id % 6 = ?`, [
          moment,
          at,
        ]);
    await database.dataSource.query('CREATE INDEX by_pages ON book (pages, id)');
  }, 60_000);
  afterAll(() => library.database.close());

  const list = <T extends object>(query: Query, entity: new () => T = Book as never) =>
    library.engine.operations(admin)(entity).list(query);
  const idsOf = ({ records }: ListPage) => records.map(({ id }) => id);

  /** All pages of a size from the first on, each by the cursor of the one before. */
  async function walk<T extends object>(query: Query, size: number, entity?: new () => T) {
    const pages = [await list({ ...query, _end: String(size) }, entity)];
    for (let next = pages[0]!.next; next !== undefined; next = pages.at(-1)!.next) {
      expect(next).toMatch(/^[\w-]+$/);
      pages.push(await list({ ...query, _end: String(size), _after: next }, entity));
      expect(pages.length).toBeLessThan(BOOKS + 2);
    }
    return pages;
  }

  test('walk the whole list, page by page as `_start` does', async () => {
    await fc.assert(
      fc.asyncProperty(
        sorts,
        filters,
        fc.integer({ min: 1, max: 25 }),
        async (sort, filter, size) => {
          const query = { ...sort, ...filter };
          const pages = await walk(query, size);
          for (const [at, page] of pages.entries()) {
            const start = at * size;
            const counted = await list({ ...query, _start: `${start}`, _end: `${start + size}` });
            // The text of a number may differ.
            expect({ ...page, text: '' }).toEqual({ ...counted, next: page.next, text: '' });
            expect(page.next === undefined).toBe(counted.next === undefined);
          }
          const whole = await list({ ...query, _end: '100' });
          expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
          expect(whole.next).toBeUndefined();
        },
      ),
      { numRuns: 250 },
    );
  }, 120_000);

  test('neither skip nor repeat what is written meanwhile before them', async () => {
    const tags = library.engine.operations(admin)(Tag);
    for (const name of ['b', 'd', 'f', 'h']) await tags.create({ name });
    const first = await tags.list({ _sort: 'name', _end: '2' });
    await tags.create({ name: 'a' });
    await library.engine.system(Tag).remove(1);
    await library.engine.system(Tag).remove(2);
    const second = await tags.list({ _sort: 'name', _end: '1', _after: first.next });
    expect(JSON.parse(second.text)).toMatchObject([{ name: 'f' }]);
    expect([second.start, second.end, second.total]).toEqual([2, 3, 3]);
    const last = await tags.list({ _sort: 'name', _end: '1', _after: second.next });
    expect(JSON.parse(last.text)).toMatchObject([{ name: 'h' }]);
    expect(last.next).toBeUndefined();
    expect(idsOf(await tags.list({ _sort: 'name', _end: '0', _after: first.next }))).toEqual([]);
  });

  const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

  test('of another list, or that are none, are refused', async () => {
    const { next } = await list({ _sort: 'title', _end: '2' });
    const of = 'title ASC,id ASC';
    const refused: [Query, string][] = [
      [{ _sort: 'title', _after: next, _start: '2' }, '_start'],
      [{ _sort: 'title', _after: [next!, next!] }, '_after'],
      [{ _sort: 'title', _after: '' }, '_after'],
      [{ _sort: 'title', _after: `${next!}=` }, '_after'],
      [{ _sort: 'title', _after: next!.slice(0, -2) }, '_after'],
      [{ _after: next }, '_after'],
      [{ _sort: 'title', _order: 'DESC', _after: next }, '_after'],
      [{ _sort: 'shelf', _after: next }, '_after'],
      ...[
        ['Note', of, 2, ['a', 1]],
        ['Book', of, -1, ['a', 1]],
        ['Book', of, '2', ['a', 1]],
        ['Book', of, 2, [null, 1]],
        ['Book', of, 2, ['a\0', 1]],
        ['Book', of, 2, ['a', null]],
        ['Book', of, 2, ['a', 'x']],
        ['Book', of, 2, ['a', { $gt: 1 }]],
        ['Book', of, 2, ['a', [1]]],
        ['Book', of, 2, ['a']],
        ['Book', of, 2, ['a', 1, 1]],
        ['Book', of, 2, { length: 2 }],
        ['Book', of, 2],
        'x',
        null,
      ].map((content): [Query, string] => [{ _sort: 'title', _after: forged(content) }, '_after']),
    ];
    for (const [query, field] of refused) {
      const problem = await problemOf(list(query));
      expect([problem?.status, problem?.problems[0]?.field], JSON.stringify(query)).toEqual([
        400,
        field,
      ]);
    }
    const elsewhere = await problemOf(list({ _after: next }));
    expect(elsewhere?.detail).toContain('_sort and _order');
  });

  test('that somebody forged are a place or refused, and never a failure', async () => {
    const value = fc.oneof(
      fc.constantFrom('2026-02-30 00:00:00', '2026-01-01 24:00:00', '2026-01-01 00:00:00+15', '2026-01-01 00:00:00.5.5', 'infinity', 'NaN', '0x10', '', ' 1 ', '9223372036854775808', 'true', '😀\ud800'), // prettier-ignore
      fc.jsonValue({ maxDepth: 1 }),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.float(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('created_at', ...BOOK_FIELDS),
        value,
        async (field, given) => {
          for (const way of ['ASC', 'DESC']) {
            const content = ['Book', `${field} ${way},id ASC`, 0, [given, 1]];
            const query = { _sort: field, _order: way, _after: forged(content) };
            expect([0, 400]).toContain(await statusOf(list(query)));
          }
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  test('show nobody what they may not read', async () => {
    const { next } = await list({ _sort: 'shelf', _end: '2' });
    const viewer = library.engine.operations(user(3, ['Viewer'], [1]))(Book);
    expect(await statusOf(viewer.list({ _sort: 'shelf', _after: next }))).toBe(400);
  });

  test('go with a few sorted columns: with more, one request would be that many walks', async () => {
    const few = { _sort: 'title,shelf,pages,weight', _end: '2' };
    const many = { _sort: 'title,shelf,pages,weight,lent', _end: '2' };
    expect((await list(few)).next).toBeDefined();
    expect((await list(many)).next).toBeUndefined();
    const names = ['title', 'shelf', 'pages', 'weight', 'lent', 'id'];
    const sorted = names.map((name) => `${name} ASC`).join();
    const forged = ['Book', sorted, 2, ['a', null, 1, null, null, 1]];
    const _after = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const problem = await problemOf(list({ ...many, _after }));
    expect([problem?.status, problem?.problems[0]?.code]).toEqual([400, 'too-many']);
  });

  test('are not given behind a text that no header has room for', async () => {
    const { id } = await library.engine.system(Book).create({ title: 'x', body: '😀'.repeat(400) });
    const query = { _sort: 'body', _order: 'DESC' };
    const first = await list({ ...query, _end: '1' });
    expect([idsOf(first), first.end, first.next]).toEqual([[id], 1, undefined]);
    expect((await list({ ...query, _start: '1', _end: '2' })).next).toBeDefined();
    await library.engine.system(Book).remove(id);
  });

  test.each<[Order['direction'], number | null]>([
    ['ASC', 2],
    ['ASC', null],
    ['DESC', 2],
    ['DESC', null],
  ])('read along an index, %s behind %j', async (direction, value) => {
    const { database, engine } = library;
    const order: Order[] = [
      { field: 'pages', direction },
      { field: 'id', direction },
    ];
    const model = engine.model('Book');
    const cursor = forged(['Book', `pages ${direction},id ${direction}`, 0, [value, 30]]);
    const place = parseCursor({ _after: cursor }, order, model)!;
    const all = compileWhere(ALL, model, { dialect: database.dialect, model: engine.model });
    for (const { sql, values } of conditionsAfter(place, order, all, model, database.dialect)) {
      const plan = await planOf(
        `SELECT id FROM book WHERE ${sql} ORDER BY pages ${direction}, id ${direction}`,
        values,
      );
      expect(plan, sql).toMatch(/SEARCH book USING COVERING INDEX by_pages|Index Cond/);
      expect(plan, sql).not.toMatch(/TEMP B-TREE/);
    }
  });

  /** How the database goes about a statement, were the table large. */
  const planOf = (sql: string, values: readonly unknown[]): Promise<string> =>
    library.database.dataSource.transaction(async (manager) => {
      const onSqlite = library.database.dialect.name === 'sqlite';
      if (!onSqlite) await manager.query('SET LOCAL enable_seqscan = off');
      const explain = onSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const bound = onSqlite ? sql.replace(/\?\d+/g, '?') : sql;
      return JSON.stringify(await manager.query(`${explain} ${bound} LIMIT 5`, [...values]));
    });
};
