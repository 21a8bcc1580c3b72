import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HttpProblem } from '../../problem/problem.js';
import { parse } from 'node:querystring';
import type { Query } from '../../model/operations.js';
import { assertAffordable } from '../../records/query/query-cost.js';
import { ALL, and, or, type Where } from '../../model/where.js';
import { Book, Note } from '../fixtures/library.js';
import { admin, openLibrary, problemOf, user } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.database.close());

const NAMES = ['title', 'shelf', 'pages', 'isbn', 'weight', 'price', 'lent', 'bought_on', 'opens_at', 'read_at', 'code', 'extra', 'state', 'author_id', 'author', 'tags', 'id', '_label', 'created_at', '_start', '_end', '_sort', '_order', '_expand', 'q', '__proto__', 'constructor', 'hasOwnProperty', '']; // prettier-ignore
const SUFFIXES = ['', '__ilike', '__ne', '__gt', '__lte', '__in', '__isnull', '__startswith', '__lt_field', '__lte_field', '_ne', '_gte', '_like', '__', '__eq', '[a]', '.b']; // prettier-ignore
const VALUES = ['', '0', '-1', '1e400', '9223372036854775808', 'true', 'false', 'null', '2026-01-01', '2026-13-01', 'a,b', ',', '%', '\0', 'DESC', 'title', 'shelf', 'NaN', '😀', "' OR 1=1 --"]; // prettier-ignore
const parameter = fc.tuple(
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...SUFFIXES))
      .map(([name, suffix]) => name + suffix),
    fc.string(),
  ),
  fc.oneof(fc.constantFrom(...VALUES), fc.string()),
);

test('a query is understood or refused with 400, whatever it holds', async () => {
  const crud = library.engine.as(user(1, ['Manager'], [1]));
  let understood = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(parameter, { maxLength: 4 }),
      fc.constantFrom(Book, Note),
      async (pairs, entity) => {
        const query = parse(new URLSearchParams(pairs).toString());
        try {
          await crud(entity as typeof Book).list(query as never);
          understood += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(HttpProblem);
          expect(error).toMatchObject({ status: 400 });
          // Nothing tells of a field that this reader may not read, but the caller's own words.
          if (!pairs.some((pair) => pair.join().includes('shelf')))
            expect((error as HttpProblem).message).not.toContain('shelf');
        }
      },
    ),
    { numRuns: 5000 },
  );
  expect(understood).toBeGreaterThan(500);
}, 60_000);

test('a column sorts once, however often it is named', async () => {
  const books = library.engine.as(user(1, ['Manager'], [1]))(Book);
  const page = await books.list({ _sort: Array(3000).fill('title').join() });
  expect(page.text).toBe('[]');
});

test('of a thousand things that are wrong with a query twenty are told, and that there are more', async () => {
  const books = library.engine.as(user(1, ['Manager'], [1]))(Book);
  const names = Array.from({ length: 1000 }, (_, at) => `titel${at}`);
  const problem = await problemOf(
    books.list({ _sort: 'nowhere', ...Object.fromEntries(names.map((name) => [name, 'x'])) }),
  );
  expect(problem!.problems).toHaveLength(21);
  expect(problem!.problems[20]!.message).toBe('There are more problems than these 20.');
});

test('a long name costs no more than a short one', async () => {
  const books = library.engine.as(user(1, ['Manager'], [1]))(Book);
  const began = performance.now();
  for (const name of ['title'.repeat(50_000), `titl${'_'.repeat(200_000)}`]) {
    for (const query of [{ [name]: 'x' }, { _sort: name }, { _expand: name }]) {
      const problem = await problemOf(books.list(query));
      expect(problem!.message.length).toBeLessThan(120);
    }
  }
  expect(performance.now() - began).toBeLessThan(500);
});

describe('the price of a query', () => {
  const times = (count: number, value: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => value(at));
  const asked = (entity: typeof Book | typeof Note, query: Query) =>
    problemOf(
      library.engine
        .as(admin)(entity as typeof Book)
        .list(query),
    );

  test('is what its conditions, its page and its relations cost; beyond the limit 400 says so', async () => {
    const problem = await asked(Book, {
      title__ilike: times(15, (at) => `a${at}`),
      q: ['b', 'c'],
      pages__gt: times(7, String),
      _end: '100',
      _expand: 'author,sequel_of',
    });
    expect(problem).toMatchObject({ status: 400, problems: [{ field: '', code: 'too-costly' }] });
    expect(problem!.detail).toBe(
      'The query costs 352, and at most 300 is allowed: 315 for conditions on text or json, 30 for the page and its relations, 7 for comparisons.',
    );
  });

  test('is paid once for what is said several times', async () => {
    const equal = times(200, () => 'tag');
    expect(await asked(Book, { title__ilike: equal, title_like: equal, q: equal })).toBeNull();
    expect(await asked(Note, { tags__in: times(200, () => '1,2') })).toBeNull();
    expect(await asked(Book, { title__ilike: times(200, (at) => `tag${at}`) })).not.toBeNull();
  });

  test('allows ten conditions on many-to-many fields', async () => {
    const query = (count: number) => ({ tags__in: times(count, (at) => `${at},99`), _end: '0' });
    expect(await asked(Note, query(10))).toBeNull();
    expect((await asked(Note, query(11)))!.detail).toContain('330 for conditions on many-to-many');
  });

  test('allows three conditions on json columns, each of any number of values', async () => {
    const values = times(200, String);
    expect(await asked(Book, { extra: values, extra__ne: ['1', '2'] })).toBeNull();
    const four = await asked(Book, { extra: values, extra__ne: ['1', '2', '3'] });
    expect(four!.detail).toContain('360 for conditions on text or json');
  });

  test('a json value whose integers would lose digits is refused, as in a body', async () => {
    for (const extra of ['9007199254740993', '{"a":[9007199254740993]}']) {
      const problem = await asked(Book, { extra: ['1', extra] });
      expect(problem).toMatchObject({
        status: 400,
        problems: [{ field: 'extra', code: 'digits' }],
      });
      expect(problem!.detail).toContain('9007199254740993, which would lose digits');
      expect(await asked(Book, { extra__ne: extra })).toMatchObject({ status: 400 });
    }
    expect(await asked(Book, { extra: ['9007199254740992', '"9007199254740993"'] })).toBeNull();
  });

  test('is bounded for `q`, however many fields it looks through', () => {
    const contains = (at: number): Where => ({ op: 'contains', field: `f${at}`, value: 'x' });
    const conditions = [or(...Array.from({ length: 60 }, (_, at) => contains(at)))];
    const limits = { maxPageSize: 1000, maxQueryCost: 200 };
    const page = { start: 0, end: 1000 };
    const request = { conditions, page, expand: ['author'], counted: [] };
    const model = library.engine.model('Book');
    expect(() => assertAffordable(request, model, limits)).not.toThrow();
  });

  test('does not count what the row rules say', async () => {
    const known = library.engine.model('Note');
    const tagged: Where = { op: 'linked', field: 'tags', where: ALL };
    const narrow = and(...times(40, () => '').map(() => tagged));
    expect(known.access.rows).not.toBeNull();
    const notes = library.engine.as(admin)(Note);
    expect(await problemOf(notes.list({ tags: '1' }, narrow))).toBeNull();
  });

  test('never refuses a single condition on a full page, nor what a back-office asks', async () => {
    const settings = { maxPageSize: 1000, maxQueryCost: 200 };
    const { database, engine } = await openLibrary(undefined, { settings });
    onTestFinished(() => database.close());
    const price = (query: Query) =>
      problemOf(
        engine
          .as(admin)(Book)
          .list({ _end: '1000', ...query }),
      );
    const ids = times(1000, String);
    for (const query of [{ q: 'x' }, { title__ilike: 'x' }, { id: ids }, { id__in: ids.join() }])
      expect(await price(query)).toBeNull();
    const page = {
      q: 'x',
      title__ilike: 'x',
      state: ['new', 'used'],
      pages_gte: '1',
      pages_lte: '9',
    };
    expect(await price({ ...page, _sort: 'title,pages', _expand: 'author,sequel_of' })).toBeNull();
  });
});

test.each([
  ['read_at__gte', '2026-12-03', 'must be a datetime, such as 2026-01-31T07:30:00Z'],
  ['bought_on', '3.12.2026', 'must be a date, such as 2026-01-31'],
  ['opens_at', 'noon', 'must be a time, such as 07:30:00'],
  ['pages', 'many', 'must be an integer'],
])('%s=%s is refused with an example of what to send', async (name, value, message) => {
  const books = library.engine.as(admin)(Book);
  const refused = await problemOf(books.list({ [name]: value }));
  expect(refused?.message).toBe(`${name} ${message}.`);
});
