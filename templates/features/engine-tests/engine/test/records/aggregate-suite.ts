import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn, startOfPeriod, type Period } from '../../fields/periods.js';
import type { AggregateGroup } from '../../model/operations.js';
import { Book, Note, Paper, Person } from '../fixtures/library.js';
import { admin, emptyLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { useLibrary } from '../fixtures/use-library.js';

const manager = user(2, ['Manager'], [1]);

/** What figures of lists promise on every database; `url` gives a fresh one. */
export const describeAggregates = (url: () => Promise<string>) => {
  const library = useLibrary(url);

  const figures = (query: Record<string, string | string[]>, who = admin, entity: object = Book) =>
    library.engine
      .operations(who)(entity as new () => object)
      .aggregate(query);
  const groups = async (query: Record<string, string | string[]>, who = admin) =>
    (await figures(query, who)).groups;
  const make = (...books: readonly object[]) =>
    library.engine.system(Book).createMany(books.map((one) => ({ title: 'a book', ...one })));

  test('without groups there is one, even without records', async () => {
    expect(await figures({})).toEqual({
      groups: [{ by: {}, count: 0 }],
      ...{ start: 0, end: 1, total: 1 },
    });
    const nothing = { by: {}, count: 0, sum: { pages: 0, price: 0 }, avg: { pages: null } };
    expect(await groups({ _sum: 'pages,price', _avg: 'pages' })).toEqual([nothing]);
    await make({ pages: 2, price: 0.1 }, { pages: 5, price: 0.2 }, { pages: null });
    expect(await groups({ _count: '', _sum: 'pages,price', _avg: 'pages', _max: 'pages' })).toEqual(
      [{ by: {}, count: 3, sum: { pages: 7, price: 0.3 }, avg: { pages: 3.5 }, max: { pages: 5 } }],
    );
  });

  test('groups have what they are grouped by, null included, in the form of records', async () => {
    const [ann] = await library.engine.system(Person).createMany([{ name: 'Ann' }]);
    await make(
      { state: 'used', lent: true, isbn: '9007199254740993', author_id: ann!.id },
      { state: 'used', lent: true, isbn: '9007199254740993', author_id: ann!.id },
      { state: null, lent: null, isbn: null },
    );
    const found = await groups({ _by: 'state,lent,isbn,author_id', _sum: 'isbn' });
    const none = { state: null, lent: null, isbn: null, author_id: null };
    const some = { state: 'used', lent: true, isbn: '9007199254740993', author_id: ann!.id };
    expect(found).toEqual([
      { by: none, count: 1, sum: { isbn: '0' } },
      { by: some, count: 2, sum: { isbn: '18014398509481986' } },
    ]);
  });

  test('dates and datetimes fall into periods, datetimes in a time zone', async () => {
    await make(
      { bought_on: '2026-01-01', read_at: '2025-12-31T23:30:00.000Z' },
      { bought_on: '2026-03-31', read_at: '2026-03-29T22:00:00.000Z' },
      { bought_on: null, read_at: null },
    );
    const starts = async (name: string, _tz?: string) =>
      (await groups({ _by: name, ...(_tz && { _tz }) })).map(({ by }) => by[name]);
    expect(await starts('bought_on.year')).toEqual([null, '2026-01-01']);
    expect(await starts('bought_on.quarter')).toEqual([null, '2026-01-01']);
    expect(await starts('bought_on.month')).toEqual([null, '2026-01-01', '2026-03-01']);
    expect(await starts('bought_on.week')).toEqual([null, '2025-12-29', '2026-03-30']);
    expect(await starts('bought_on.day', 'Asia/Tokyo')).toEqual([null, '2026-01-01', '2026-03-31']);
    expect(await starts('read_at.year')).toEqual([null, '2025-01-01', '2026-01-01']);
    expect(await starts('read_at.day')).toEqual([null, '2025-12-31', '2026-03-29']);
    expect(await starts('read_at.day', 'Europe/Berlin')).toEqual([
      null,
      '2026-01-01',
      '2026-03-30',
    ]);
    expect(await starts('read_at.month', 'America/New_York')).toEqual([
      ...[null, '2025-12-01', '2026-03-01'],
    ]);
    expect(await groups({ _by: 'read_at' })).toHaveLength(3);
    const records = library.engine.as(admin)(Book);
    const inCode = await records.groupBy(['bought_on.month', 'read_at.day'], {
      ...{ timeZone: 'Europe/Berlin', order: { 'read_at.day': 'desc' }, sum: ['pages'] },
    });
    expect(inCode[0]).toMatchObject({
      by: { 'bought_on.month': '2026-03-01', 'read_at.day': '2026-03-30' },
      count: 1,
    });
    const likewise = { _by: 'bought_on.month,read_at.day', _tz: 'Europe/Berlin', _sum: 'pages' };
    expect(inCode).toEqual(await groups({ ...likewise, _sort: '-read_at.day' }));
    await expect(records.groupBy('title.month')).rejects.toThrow('Book.title has no month');
    await expect(records.groupBy('state', { timeZone: '+02:00' })).rejects.toThrow('no time zone');
  });

  test('no day is before the year 1, or after 9999, wherever the clocks are', async () => {
    await make({ read_at: '9999-12-31T23:59:59.999Z' }, { read_at: '0001-01-01T00:00:00.000Z' });
    for (const _tz of ['Asia/Tokyo', 'America/New_York', 'UTC'])
      for (const [period, ...days] of [
        ['day', '0001-01-01', '9999-12-31'],
        ['month', '0001-01-01', '9999-12-01'],
        ['week', '0001-01-01', '9999-12-27'],
      ]) {
        const found = await groups({ _by: `read_at.${period}`, _tz });
        expect(found.map(({ by }) => by[`read_at.${period}`])).toEqual(days);
      }
  });

  test('groups are sorted, paged and chosen by their figures', async () => {
    await make(
      ...[1, 2, 3].map((pages) => ({ title: 'few', pages, price: 0.1 })),
      ...[10, 20].map((pages) => ({ title: 'many', pages, price: 5 })),
      { title: 'none', pages: null },
    );
    const titles = async (query: Record<string, string | string[]>) =>
      (await groups({ _by: 'title', ...query })).map(({ by }) => by.title);
    expect(await titles({ _sort: '-sum.pages' })).toEqual(['many', 'few', 'none']);
    expect(await titles({ _sort: 'sum.pages' })).toEqual(['none', 'few', 'many']);
    expect(await titles({ _sort: '-count,title' })).toEqual(['few', 'many', 'none']);
    expect(await titles({ _sort: '-title' })).toEqual(['none', 'many', 'few']);
    expect(await titles({ _sort: 'max.pages' })).toEqual(['none', 'few', 'many']);
    expect(await titles({ _having: 'sum.pages__gte:7' })).toEqual(['many']);
    expect(await titles({ _having: 'sum.pages__lt:7' })).toEqual(['few', 'none']);
    expect(await titles({ _having: 'sum.price__eq:0.3' })).toEqual(['few']);
    expect(await titles({ _having: 'sum.price__ne:0.3,count__gt:1' })).toEqual(['many']);
    expect(await titles({ _having: ['max.pages__lte:20', 'min.pages__gt:1'] })).toEqual(['many']);
    expect(await titles({ _having: 'count__gt:1.5' })).toEqual(['few', 'many']);
    expect(await titles({ _having: 'count__lt:1e300' })).toHaveLength(3);
    expect(await titles({ _having: 'avg.price__eq:0.1' })).toEqual(['few']);
    expect(await titles({ _having: 'min.created_at__gt:2020-01-01T00:00:00Z' })).toHaveLength(3);
    expect(await titles({ pages__gt: '2', _sort: '-count' })).toEqual(['many', 'few']);
    const page = await figures({ _by: 'title', _start: '1', _end: '2' });
    expect(page).toMatchObject({ start: 1, end: 2, total: 3, groups: [{ by: { title: 'many' } }] });
    const behind = await figures({ _by: 'title', _start: '9', _end: '10' });
    expect(behind).toEqual({ groups: [], start: 9, end: 9, total: 3 });
    expect(await figures({ _by: 'title', _end: '0' })).toMatchObject({ groups: [], total: 3 });
    expect(await groups({ _having: 'count__gt:100' })).toEqual([]);
  });

  test('averages of decimals are alike on every database', async () => {
    await make({ price: 0.1 }, { price: 0.2 }, { title: 'c', price: 1 }, { title: 'c', price: 0 });
    await make({ title: 'c', price: 0 });
    const found = await groups({ _by: 'title', _avg: 'price' });
    expect(found.map(({ avg }) => avg!.price)).toEqual([0.15, 0.33333333]);
  });

  test('integers are summed exactly, and sorted by sums beyond 64 bits', async () => {
    const most = String(2n ** 63n - 1n);
    await make({ isbn: most }, { isbn: most }, { title: 'less', isbn: '1' });
    const found = await groups({ _by: 'title', _sum: 'isbn', _sort: '-sum.isbn' });
    expect(found.map(({ sum }) => sum!.isbn)).toEqual([String(2n ** 64n - 2n), '1']);
    expect(
      await groups({ _by: 'title', _having: 'sum.isbn__gt:18446744073709550000' }),
    ).toHaveLength(1);
  });

  test('sums of integers are compared and sorted exactly, where numbers would lose digits', async () => {
    const books = ['9007199254740992', '9007199254740993', '9007199254740994'].flatMap((isbn, at) =>
      [isbn, '-9223372036854775808', '9223372036854775807', '1'].map((one) => ({
        ...{ title: 'cab'[at], isbn: one },
      })),
    );
    await make(...books, { title: 'none', isbn: null });
    const titles = async (query: Record<string, string>) =>
      (await groups({ _by: 'title', ...query })).map(({ by }) => by.title);
    expect(await titles({ _sort: 'sum.isbn' })).toEqual(['none', 'c', 'a', 'b']);
    expect(await titles({ _sort: '-sum.isbn' })).toEqual(['b', 'a', 'c', 'none']);
    expect(await titles({ _having: 'sum.isbn__gt:9007199254740992' })).toEqual(['a', 'b']);
    expect(await titles({ _having: 'sum.isbn__gte:9007199254740993' })).toEqual(['a', 'b']);
    expect(await titles({ _having: 'sum.isbn__eq:9007199254740993' })).toEqual(['a']);
    expect(await titles({ _having: 'sum.isbn__ne:9007199254740993' })).toEqual(['b', 'c', 'none']);
    expect(await titles({ _having: 'sum.isbn__lt:0.5' })).toEqual(['none']);
    expect(await titles({ _having: 'sum.isbn__gt:-1e300,sum.isbn__lt:1e300' })).toHaveLength(4);
    // Numbers that no double is, written in any way.
    expect(await titles({ _having: 'sum.isbn__gt:9007199254740992.5' })).toEqual(['a', 'b']);
    expect(await titles({ _having: 'sum.isbn__gte:9007199254740993.5' })).toEqual(['b']);
    expect(await titles({ _having: 'sum.isbn__lt:9007199254740992.5' })).toEqual(['c', 'none']);
    expect(await titles({ _having: 'sum.isbn__lte:9007199254740993.5' })).toEqual([
      'a',
      'c',
      'none',
    ]);
    expect(await titles({ _having: 'sum.isbn__eq:9007199254740992.5' })).toEqual([]);
    expect(await titles({ _having: 'sum.isbn__ne:9007199254740992.5' })).toHaveLength(4);
    for (const text of ['9007199254740993.0', '9007199254740993e0', '90071992547409930e-1'])
      expect(await titles({ _having: `sum.isbn__eq:${text}` })).toEqual(['a']);
  });

  test('sums of integers are compared as those of plain JavaScript, whatever they and the number are', async () => {
    const isbn = fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
    const operators = { gt: 1, gte: 1, lt: 1, lte: 1, eq: 1, ne: 1 };
    const names = Object.keys(operators) as (keyof typeof operators)[];
    await fc.assert(
      fc.asyncProperty(
        fc.array(isbn, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...names),
        fc.bigInt({ min: -3n, max: 3n }),
        fc.constantFrom(0n, 1n, 5n, 9n),
        async (isbns, operator, near, tenths) => {
          await emptyLibrary(library.database);
          await make(...isbns.map((one) => ({ isbn: one === null ? null : String(one) })));
          const sum = isbns.reduce<bigint>((all, one) => all + (one ?? 0n), 0n) * 10n;
          const other = sum + near * 10n + tenths;
          const [size, sign] = other < 0n ? [-other, '-'] : [other, ''];
          const text = `${sign}${size / 10n}.${size % 10n}`;
          const holds = {
            ...{ gt: sum > other, gte: sum >= other, lt: sum < other, lte: sum <= other },
            ...{ eq: sum === other, ne: sum !== other },
          }[operator];
          const found = await groups({ _having: `sum.isbn__${operator}:${text}` });
          expect(found, `${sum} ${operator} ${text}`).toHaveLength(Number(holds));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('averages are compared as they are told', async () => {
    await make({ pages: 0 }, { pages: 0 }, { pages: 1 });
    const [group] = await groups({ _avg: 'pages' });
    expect(await groups({ _having: `avg.pages__eq:${String(group!.avg!.pages)}` })).toHaveLength(1);
    expect(await groups({ _having: 'avg.pages__gt:0.34' })).toEqual([]);
  });

  test('a figure that no number can be is refused, and others are told', async () => {
    await make({ weight: 1.7e308 }, { weight: 1.7e308 });
    const problem = await problemOf(figures({ _sum: 'weight' }));
    expect(problem).toMatchObject({ status: 400, problems: [{ code: 'too-large' }] });
    expect(await groups({ _max: 'weight', _sum: 'price' })).toMatchObject([
      { max: { weight: 1.7e308 }, sum: { price: 0 } },
    ]);
    // Wherever it is looked at, and in whatever group, shown or not.
    await make({ title: 'light', weight: 1 }, { title: 'none', weight: null });
    const looking: readonly Record<string, string>[] = [
      { _having: 'sum.weight__gt:1' },
      { _having: 'count__gt:2,sum.weight__lt:1' },
      { _having: 'avg.weight__lt:1' },
      { _sort: 'sum.weight' },
      { _sort: '-avg.weight', _end: '1' },
      { _sum: 'weight', _start: '1', _end: '2' },
      { _avg: 'weight', title: 'a book' },
    ];
    for (const query of looking) {
      const refused = await problemOf(figures({ _by: 'title', ...query }));
      expect(refused?.problems[0]?.code, JSON.stringify(query)).toBe('too-large');
    }
    const light = { _by: 'title', title__ne: 'a book', _having: 'sum.weight__lt:2' };
    expect((await groups(light)).map(({ by }) => by.title)).toEqual(['light', 'none']);
  });

  test('there is an average of floats whose squares are out of range', async () => {
    await make({ weight: 1e200 }, { weight: 3e200 });
    expect(await groups({ _avg: 'weight', _having: 'avg.weight__gt:1e200' })).toMatchObject([
      { avg: { weight: 2e200 } },
    ]);
  });

  const problems = async (query: Record<string, string | string[]>, who = admin) => {
    const problem = (await problemOf(figures(query, who)))!;
    expect(problem.status).toBe(400);
    return problem.problems.map(({ field, code, message }) => [field, code, message]);
  };

  test('a field that is hidden from its reader neither groups nor counts, as if there were none', async () => {
    await make({ shelf: 'A1', pages: 3 });
    expect(await groups({ _by: 'shelf' })).toMatchObject([{ by: { shelf: 'A1' } }]);
    const asked = ['_by', '_sum', '_sort', '_having'] as const;
    for (const parameter of asked) {
      const of = (field: string) => ({
        [parameter]: {
          _by: field,
          _sum: field,
          _sort: `max.${field}`,
          _having: `max.${field}__gt:1`,
        }[parameter],
      });
      const [hidden] = await problems(of('shelf'), manager);
      const [unknown] = await problems(of('shelg'), manager);
      expect(JSON.stringify(hidden)).toBe(JSON.stringify(unknown).replaceAll('shelg', 'shelf'));
    }
    expect((await problems({ shelf: 'A1' }, manager))[0]![1]).toBe('unknown-filter');
    const salary = { _sum: 'salary' };
    expect(await statusOf(figures(salary, manager, Person))).toBe(400);
    expect((await figures(salary, admin, Person)).groups).toEqual([
      { by: {}, count: 0, sum: { salary: 0 } },
    ]);
  });

  test('rows that are hidden from their reader are in no group', async () => {
    const papers = library.engine.system(Paper);
    for (const status of ['public', 'public', 'draft']) await papers.create({ name: 'p', status });
    const all = (who: typeof admin) => figures({ _by: 'status' }, who, Paper);
    expect((await all(admin)).total).toBe(2);
    const seen = await all(manager);
    expect(seen.groups).toEqual([{ by: { status: 'public' }, count: 2 }]);
    expect(seen.total).toBe(1);
    expect(await statusOf(figures({}, user(9, []), Note))).toBe(403);
  });

  test('everything that is wrong with a request is told at once', async () => {
    expect(
      await problems({
        ...{ _by: 'stat', _sum: 'title', _avg: 'bought_on', _min: 'body', _sums: 'x', _end: '-1' },
        ...{ _sort: 'nothing', _having: 'pages>3', _tz: 'Mars/Olympus', _count: 'tags', pags: '3' },
      }),
    ).toMatchObject([
      ['_sums', 'unknown-parameter', expect.stringContaining('did you mean _sum?')],
      ['_count', 'type', expect.any(String)],
      ['_end', 'not-an-integer', expect.any(String)],
      ['_by', 'unknown-field', 'Cannot group by stat; did you mean state?'],
      ['_sum', 'unknown-field', 'There is no sum of title.'],
      ['_having', 'form', expect.any(String)],
      ['_sort', 'unknown-field', expect.any(String)],
      ['_tz', 'unknown-zone', 'There is no time zone Mars/Olympus; a valid name is Europe/Berlin.'],
      ['pags', 'unknown-filter', expect.any(String)],
    ]);
    const codes = async (query: Record<string, string>) =>
      (await problems(query)).map(([field, code]) => [field, code]);
    expect(await codes({ _by: 'body' })).toEqual([['_by', 'unknown-field']]);
    expect(await codes({ _by: 'extra' })).toEqual([['_by', 'unknown-field']]);
    expect(await codes({ _by: 'state.month' })).toEqual([['_by', 'unknown-field']]);
    expect(await codes({ _by: 'created_at.hour' })).toEqual([['_by', 'unknown-field']]);
    expect(await codes({ _by: 'id,title,state,lent,pages' })).toEqual([['_by', 'too-many']]);
    expect(await codes({ _having: 'count__gt:x' })).toEqual([['_having', 'type']]);
    expect(await codes({ _having: 'max.bought_on__gt:soon' })).toEqual([['_having', 'type']]);
    expect(await codes({ _end: '101' })).toEqual([['_end', 'page-size']]);
    expect(await codes({ _by: '', _sum: 'pages,' })).toEqual([
      ['_by', 'empty'],
      ['_sum', 'empty'],
    ]);
    expect(await codes({ _after: 'x' })).toEqual([['_after', 'unknown-parameter']]);
  });

  test('a request that costs too much is refused with what it costs', async () => {
    const names = ['pages', 'weight', 'price'];
    const measures = { _sum: names.join(), _avg: names.join(), _min: names.join() };
    const texts = Object.fromEntries(
      Array.from(
        { length: 14 },
        (_, at) => ['title__ilike', 'body__ilike', 'shelf__ilike'][at % 3]!,
      )
        .slice(0, 3)
        .map((name) => [name, Array.from({ length: 5 }, (_, at) => `x${at}`)]),
    );
    const [problem] = await problems({ _by: 'state,lent,author_id', ...measures, ...texts });
    expect(problem![1]).toBe('too-costly');
    expect(problem![2]).toContain('105 for groups and their figures');
  });

  test('groups are those of plain JavaScript, whatever is asked', async () => {
    const days = fc.constantFrom('2025-12-31', '2026-01-01', '2026-03-29', '2026-10-25', null);
    const moments = fc.option(
      fc
        .integer({ min: Date.UTC(2025, 11, 30), max: Date.UTC(2026, 1, 2) })
        .map((at) => new Date(at)),
    );
    const book = fc.record({
      title: fc.constantFrom('a', 'B', 'é', '_'),
      pages: fc.option(fc.integer({ min: -3, max: 3 })),
      price: fc.option(fc.integer({ min: -200, max: 200 }).map((cents) => cents / 100)),
      lent: fc.option(fc.boolean()),
      bought_on: days,
      read_at: moments,
    });
    const grouping = fc.constantFrom(
      ...[
        'title',
        'lent',
        'pages',
        'bought_on.month',
        'bought_on.week',
        'read_at.day',
        'read_at.week',
      ],
    );
    const asked = fc.record({
      by: fc.uniqueArray(grouping, { maxLength: 3 }),
      least: fc.constantFrom(null, 0, 1),
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(book, { maxLength: 12 }),
        asked,
        async (books, { by, least, zone }) => {
          await emptyLibrary(library.database);
          if (books.length > 0) await make(...books);
          const found = await groups({
            ...{ _by: by.join(), _sum: 'price,pages', _max: 'bought_on', _tz: zone },
            ...(by.length === 0 && { _by: [] }),
            ...(least !== null && { _having: `sum.pages__gte:${least}` }),
          });
          expect(inOrder(found)).toEqual(inOrder(naively(books, by, least, zone)));
        },
      ),
      { numRuns: 40 },
    );
  });
};

interface PlainBook {
  readonly [field: string]: unknown;
  readonly pages: number | null;
  readonly price: number | null;
  readonly bought_on: string | null;
  readonly read_at: Date | null;
}

const inOrder = (groups: readonly AggregateGroup[]) =>
  groups.map((group) => JSON.stringify(group)).sort();

/** The same without a database. */
function naively(
  books: readonly PlainBook[],
  by: readonly string[],
  least: number | null,
  zone: string,
): readonly AggregateGroup[] {
  const found = new Map<string, PlainBook[]>(by.length === 0 ? [['{}', []]] : []);
  for (const book of books) {
    const key = JSON.stringify(
      Object.fromEntries(by.map((name) => [name, keyOf(book, name, zone)])),
    );
    found.set(key, [...(found.get(key) ?? []), book]);
  }
  const all = [...found].map(([key, ones]) => ({
    by: JSON.parse(key) as Record<string, unknown>,
    count: ones.length,
    sum: {
      price: ones.reduce((sum, { price }) => sum + Math.round((price ?? 0) * 100), 0) / 100,
      pages: ones.reduce((sum, { pages }) => sum + (pages ?? 0), 0),
    },
    max: {
      bought_on:
        ones
          .flatMap((one) => one.bought_on ?? [])
          .toSorted()
          .at(-1) ?? null,
    },
  }));
  return all.filter(({ sum }) => least === null || sum.pages >= least);
}

function keyOf(book: PlainBook, name: string, zone: string): unknown {
  const [field, period] = name.split('.') as [string, Period | undefined];
  const value = book[field] as string | Date | null;
  if (value === null || period === undefined) return value;
  const day = typeof value === 'string' ? value : dayIn(zone, value.getTime());
  return startOfPeriod(day, period);
}
