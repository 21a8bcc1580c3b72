import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { onStatement } from '../../database/trace-statement.js';
import { where } from '../../model/where.js';
import { Book, Note, Person, Remark, Tag } from '../fixtures/library.js';
import { admin, openLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { useLibrary, withPeople } from '../fixtures/use-library.js';

const manager = user(2, ['Manager'], [1]);
const editor = user(4, ['Editor'], [2]);

/** What code of a project reads and writes with, on every database; `url` gives a fresh one. */
export const describeRecords = (url: () => Promise<string>) => {
  const library = useLibrary(url, withPeople('Ann', 'Ben', 'Cid'));

  const of = <T extends object>(who: typeof admin, entity: new () => T) =>
    library.engine.as(who)(entity);
  const system = <T extends object>(entity: new () => T) => library.engine.system(entity);
  const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title);

  describe('find', () => {
    beforeEach(async () => {
      const read_at = '2026-01-01T10:00:00Z';
      for (const [title, pages] of [
        ['a', 3],
        ['b', null],
        ['c', 3],
        ['d', 1],
      ] as const)
        await system(Book).create({ title, pages, read_at, author_id: title === 'a' ? 1 : null });
    });

    test('takes values, lists of values, null, a condition and a function', async () => {
      const books = of(manager, Book);
      const found = async (given: Parameters<typeof books.find>[0]) =>
        titles(await books.find(given));
      expect(await found({})).toEqual(['a', 'b', 'c', 'd']);
      expect(await found({ where: { pages: 3 } })).toEqual(['a', 'c']);
      expect(await found({ where: { pages: null } })).toEqual(['b']);
      expect(await found({ where: { title: ['a', 'd', 'x'], pages: 1 } })).toEqual(['d']);
      expect(await found({ where: where.gt('pages', 1), order: { id: 'desc' } })).toEqual([
        'c',
        'a',
      ]);
      expect(await found({ where: (book) => book.not(book.eq('pages', 3)) })).toEqual(['b', 'd']);
      expect(await found({ where: { read_at: new Date('2026-01-01T10:00:00Z') } })).toHaveLength(4);
      expect(
        await found({
          where: (book) => book.parent('author', (of) => of.eq('name', 'Ann')),
        }),
      ).toEqual(['a']);
      expect(await found({ order: { pages: 'desc', title: 'desc' }, limit: 2, offset: 1 })).toEqual(
        ['a', 'd'],
      );
    });

    test('takes dates and moments in every form that says which', async () => {
      await system(Book).update(1, { bought_on: '2026-02-03', isbn: '7' });
      const books = of(manager, Book);
      const found = async (given: Parameters<typeof books.find>[0]) =>
        titles(await books.find(given));
      expect(await found({ where: where.eq('bought_on', new Date('2026-02-03T10:00Z')) })).toEqual([
        'a',
      ]);
      expect(await found({ where: { read_at: '2026-01-01T11:00:00+01:00' } })).toHaveLength(4);
      expect(await found({ where: where.lt('read_at', '2026-01-02') })).toHaveLength(4);
      expect(await found({ where: where.eq('isbn', 7n) })).toEqual(['a']);
      expect(await found({ where: { code: crypto.randomUUID().toUpperCase() } })).toEqual([]);
    });

    test.each([
      ['pages', 1.5],
      ['pages', 1e300],
      ['isbn', '99999999999999999999'],
      ['title', 'a\0'],
      ['title', '\ud800'],
      ['state', '\0'],
      ['bought_on', '2026-02-30'],
      ['opens_at', '25:00'],
      ['read_at', 'yesterday'],
      ['code', 'none'],
    ] as const)('refuses, of a request, what no %s is: %j', async (field, value) => {
      const books = of(manager, Book);
      const asked = [{ [field]: value }, { [field]: [value] }, where.not(where.eq(field, value))];
      for (const one of asked) expect(await statusOf(books.count({ where: one }))).toBe(400);
      const problem = await problemOf(system(Book).find({ where: where.gt(field, value) }));
      expect(problem?.problems).toMatchObject([{ field }]);
      if (value === 'a\0')
        expect(await statusOf(books.find({ where: where.contains(field, value) }))).toBe(400);
    });

    test('a list in code refuses the same, and holds any field of its own', async () => {
      const books = of(manager, Book);
      for (const condition of [
        where.gte('read_at', 'yesterday'),
        where.gt('pages', 1.5),
        where.contains('title', '\0'),
        where.parent('author', where.eq('email', '\0')),
      ]) {
        expect(await statusOf(books.list({}, condition))).toBe(400);
        expect(await statusOf(books.count({}, condition))).toBe(400);
      }
      await expect(books.list({}, where.startsWith('pages', '1'))).rejects.toThrow(
        'is not a text column',
      );
      expect(await books.count({}, where.eq('shelf', 'A'))).toBe(0);
      expect(await books.count({}, where.gte('read_at', '2026-01-01'))).toBe(4);
    });

    test('a page that is longer than any text is too large, whoever finds that', async () => {
      const books = of(manager, Book);
      const found = [
        Object.assign(new Error('string or blob too big'), { code: 'SQLITE_TOOBIG' }),
        new RangeError('Invalid string length'),
      ];
      for (const error of found) {
        vi.spyOn(library.database, 'read').mockRejectedValueOnce(error);
        expect((await problemOf(books.list()))?.problems).toMatchObject([
          { field: '_end', code: 'page-too-large' },
        ]);
      }
      vi.restoreAllMocks();
    });

    test('a page is not read whose records have more than the limit', async () => {
      const large = await openLibrary(await url(), {
        settings: { maxPageSize: 100, maxQueryCost: 300, pageLimit: 100_000 },
      });
      const texts: number[] = [];
      const end = onStatement(({ sql }) =>
        texts.push(/\bjson_(build_)?object\b/.test(sql) ? 1 : 0),
      );
      try {
        const books = large.engine.system(Book);
        for (let n = 1; n <= 40; n++)
          await books.create({ title: `Book ${n}`, body: 'x'.repeat(3000) });
        const query = { _end: '40', _sort: 'title' };
        texts.length = 0;
        expect((await problemOf(books.list(query)))?.problems).toMatchObject([
          { field: '_end', code: 'page-too-large' },
        ]);
        expect(texts).not.toContain(1);
        expect((await books.list({ ...query, _end: '25' })).text).toContain('Book 1');
        // Its record tells no more than that there is a next page.
        await books.create({ title: 'Last', body: 'x'.repeat(90_000) });
        for (let id = 1; id <= 40; id++) await books.update(id, { body: null });
        const { next } = await books.list({ _start: '0', _end: '5' });
        const behind = await books.list({ _after: next!, _end: '35' });
        expect([behind.start, behind.end]).toEqual([5, 40]);
        // A database may write JSON with blanks, which nobody is sent.
        const extra = Array.from({ length: 1000 }, () => 1);
        for (let id = 1; id <= 40; id++) await books.update(id, { extra });
        expect((await books.list({ _end: '40' })).end).toBe(40);
      } finally {
        end();
        await large.database.close();
      }
    });

    test('related records are not read that have more than the limit, nor repeated beyond it', async () => {
      const large = await openLibrary(await url(), {
        settings: { maxPageSize: 100, maxQueryCost: 300, pageLimit: 100_000 },
      });
      try {
        const books = large.engine.system(Book);
        const long = { body: 'x'.repeat(3000) };
        for (let n = 1; n <= 40; n++) await books.create({ title: `Book ${n}`, ...long });
        for (let n = 1; n <= 40; n++) await books.create({ title: `Next ${n}`, sequel_of_id: n });
        const query = { title__startswith: 'Next', _expand: 'sequel_of', _end: '40' };
        const tooLarge = { problems: [{ field: '_end', code: 'page-too-large' }] };
        const selects: string[] = [];
        const end = onStatement(({ sql }) => selects.push(sql));
        expect(await problemOf(books.list(query))).toMatchObject(tooLarge);
        end();
        const texts = selects.filter(
          (sql) => /\bbody\b/.test(sql) && !sql.includes('octet_length('),
        );
        expect(texts).toHaveLength(1);
        expect((await books.list({ ...query, _end: '25' })).end).toBe(25);
        for (let id = 41; id <= 80; id++) await books.update(id, { sequel_of_id: 1 });
        expect(await problemOf(books.list(query))).toMatchObject(tooLarge);
        expect((await books.list({ ...query, _end: '25' })).end).toBe(25);
      } finally {
        await large.database.close();
      }
    });

    test('a page is not read whose records have more links than fit into the limit', async () => {
      const large = await openLibrary(await url(), {
        settings: { maxPageSize: 100, maxQueryCost: 300, pageLimit: 5000 },
      });
      const statements: string[] = [];
      const end = onStatement(({ sql }) => statements.push(sql));
      try {
        const { dataSource } = large.database;
        const [notes, tags] = [large.engine.system(Note), large.engine.system(Tag)];
        const all = Array.from({ length: 51 }, (_, index) => index + 1);
        for (const n of all) await notes.create({ title: `Note ${n}` });
        for (const n of all) await tags.create({ name: `Tag ${n}` });
        const [first] = await notes.find({ limit: 1 });
        for (const [table, other] of [
          ['note_tags', 'tag'],
          ['note_related', 'note'],
        ]) {
          await dataSource.query(
            `INSERT INTO ${table} SELECT note.id, other.id FROM note CROSS JOIN ${other} other`,
          );
          statements.length = 0;
          expect(await problemOf(notes.list({ _end: '60' }))).toMatchObject({
            detail: expect.stringContaining('more than 2500 links') as string,
            problems: [{ field: '_end', code: 'page-too-large' }],
          });
          expect(statements.filter((sql) => sql.includes(`"${table}"`))).toHaveLength(1);
          expect((await notes.list({ _end: '4' })).end).toBe(4);
          // Code may read as many as it likes, and a record of its own has all of its links.
          expect(await notes.find()).toHaveLength(51);
          if (table === 'note_tags') expect((await notes.get(first!.id)).tags).toEqual(all);
          await dataSource.query(`DELETE FROM ${table}`);
        }
      } finally {
        end();
        await large.database.close();
      }
    });

    test('a write names at most 10,000 records in a many-to-many field', async () => {
      const tags = Array.from({ length: 10_001 }, (_, index) => index + 1);
      expect(await problemOf(system(Note).create({ title: 'a', tags }))).toMatchObject({
        status: 422,
        problems: [{ field: 'tags', code: 'too-many' }],
      });
    });

    test('takes a text of any length to look for', async () => {
      const books = of(manager, Book);
      await system(Book).create({ title: 'long', body: 'x'.repeat(60_000) });
      const lengths = [60_000, 60_001].map((length) =>
        books.count({ where: where.contains('body', 'x'.repeat(length)) }),
      );
      expect(await Promise.all(lengths)).toEqual([1, 0]);
      expect(await books.count({ where: where.contains('body', '%'.repeat(30_000)) })).toBe(0);
    });

    test('gives plain objects in the type of the entity', async () => {
      const [book] = await of(admin, Book).find({ relations: ['author'], limit: 1 });
      expect(book).toMatchObject({ id: 1, _label: 'a', title: 'a', author: { name: 'Ann' } });
      expectTypeOf(book!.read_at).toEqualTypeOf<string | null>();
      expectTypeOf(book!.author!.name).toEqualTypeOf<string>();
      expectTypeOf(book!).not.toHaveProperty('sequel_of');
      const note = await of(admin, Note).findOne({ where: { title: 'no such' } });
      expect(note).toBeNull();
      expectTypeOf<NonNullable<typeof note>['tags']>().toEqualTypeOf<
        (number | string)[] | undefined
      >();
      expect(await of(admin, Book).get(1)).toEqual(
        await of(admin, Book).findOne({ where: { id: 1 } }),
      );
    });

    test('a mistake of the code is no answer but an error', async () => {
      const books = of(admin, Book);
      const wrong = (options: object) => books.find(options);
      await expect(wrong({ where: { titel: 'a' } })).rejects.toThrow('no column titel');
      await expect(wrong({ where: { title: undefined } })).rejects.toThrow('`title` has no value');
      await expect(wrong({ where: { title: 1 } })).rejects.toThrow('cannot be compared');
      await expect(wrong({ order: { titel: 'asc' } })).rejects.toThrow('did you mean title?');
      await expect(wrong({ order: { title: 'up' } })).rejects.toThrow("'asc' or 'desc'");
      await expect(wrong({ order: { extra: 'asc' } })).rejects.toThrow('has no order');
      await expect(wrong({ limit: -1 })).rejects.toThrow('limit must be a whole number');
      await expect(wrong({ relations: ['autor'] })).rejects.toThrow('did you mean author?');
    });

    test('refuses a field that the reader may not read, wherever it stands', async () => {
      for (const options of [
        { where: { shelf: 'A' } },
        { where: where.or(where.eq('title', 'a'), where.not(where.eq('shelf', 'A'))) },
        { where: where.same('title', 'shelf') },
        { where: where.parent('author', where.gt('salary', 1)) },
        { where: where.parent('sequel_of', where.isNull('shelf')) },
        { order: { shelf: 'asc' as const } },
      ])
        expect(await statusOf(of(manager, Book).find(options))).toBe(403);
      const problem = await problemOf(of(manager, Book).count({ where: { shelf: 'A' } }));
      expect(problem?.detail).toBe('You may not read Book.shelf.');
      expect(await statusOf(system(Person).find({ where: { pin: '1' } }))).toBe(403);
    });

    test('without a limit takes no more than fits, which each does', async () => {
      await library.database.dataSource.query(
        `INSERT INTO tag (name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) SELECT 'n' || i FROM n`,
      );
      await expect(of(admin, Tag).find()).rejects.toThrow('more than 10000 Tag records');
      expect(await of(admin, Tag).find({ limit: 10_001 })).toHaveLength(10_001);
      const ids = new Set<number>();
      for await (const { id } of of(admin, Tag).each()) ids.add(id);
      expect(ids.size).toBe(10_001);
      await expect(of(admin, Tag).groupBy('name')).rejects.toThrow('more than 10000 groups');
      expect(await of(admin, Tag).groupBy('name', { limit: 2 })).toHaveLength(2);
    });
  });

  test('each asks for the rights of its reader again, before it reads more', async () => {
    await system(Note).createMany(
      Array.from({ length: 600 }, () => ({ title: 'n', tenant_id: 1 })) as never,
    );
    const reader = user(2, ['Manager'], [1]);
    let read = 0;
    for await (const _ of of(reader, Note).each())
      if (++read === 1) Object.assign(reader, { tenants: [2] });
    expect(read).toBe(500);
  });

  test('relations to many are records, of those that the reader sees', async () => {
    for (const name of ['x', 'y']) await system(Tag).create({ name });
    const first = await system(Note).create({
      title: 'first',
      tenant_id: 1,
      tags: [1, 2],
    } as object);
    const other = await system(Note).create({ title: 'other', tenant_id: 2 });
    await system(Note).update(first.id, { related: ['first', 'other'] });
    const [note] = await of(manager, Note).find({ relations: ['tags', 'related'] });
    expect(note!.tags.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(titles(note!.related)).toEqual(['first']);
    expect(await statusOf(of(manager, Note).get(other.id))).toBe(404);
    // Who sees a remark by its note asks for nothing about notes that they do not see.
    await system(Remark).create({ text: 'r', note_id: other.id });
    const asked = { where: where.parent('note', where.eq('title', 'other')) };
    expect(await of(manager, Remark).count(asked)).toBe(0);
    expect(await of(editor, Remark).count(asked)).toBe(1);
    expect(await system(Note).count({ where: where.children('remarks') })).toBe(1);
  });

  test('relations to many have a bound, which `each` keeps', async () => {
    const { dataSource } = library.database;
    const numbers = (rows: number) =>
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
    await dataSource.query(`INSERT INTO tag (name) ${numbers(10_001)} SELECT 'n' || i FROM n`);
    for (let at = 0; at < 200; at++) await system(Note).create({ title: 'n', tenant_id: 1 });
    await dataSource.query(
      `INSERT INTO note_tags (note_id, tag_id) SELECT (SELECT min(id) FROM note) + tag.id % 200, tag.id FROM tag`,
    );
    const find = system(Note).find({ relations: ['tags'] });
    await expect(find).rejects.toThrow('Note.tags has more than 10000 records here');
    expect(await system(Note).find({ relations: ['tags'], limit: 100 })).toHaveLength(100);
    let tags = 0;
    for await (const note of system(Note).each({ relations: ['tags'] })) tags += note.tags.length;
    expect(tags).toBe(10_001);
  });

  test('numbers about fields of every kind', async () => {
    for (const at of [1, 2, 3])
      await system(Book).create({
        title: 't',
        pages: at,
        price: at / 10,
        isbn: `900719925474099${at}`,
        bought_on: `2026-01-0${at}`,
        read_at: `2026-01-0${at}T00:00:00Z`,
        lent: at === 1,
      } as object);
    const books = of(manager, Book);
    expect(await books.sum('pages')).toBe(6);
    expect(await books.sum('price')).toBe(0.6);
    expect(await books.sum('isbn')).toBe('27021597764222976');
    expect(await books.sum('isbn', { where: { pages: [1, 3] } })).toBe('18014398509481984');
    const most = String(2n ** 63n - 1n);
    for (const isbn of [most, most, '-9223372036854775808', '-1'])
      await system(Book).create({ title: 'huge', pages: Number.MAX_SAFE_INTEGER, isbn });
    const huge = { where: { title: 'huge' } };
    expect(await books.sum('isbn', huge)).toBe(String(2n ** 63n - 3n));
    expect(await books.sum('isbn', { where: { ...huge.where, isbn: [most] } })).toBe(
      String(2n ** 64n - 2n),
    );
    expect(await books.sum('pages', huge)).toBe(4 * Number.MAX_SAFE_INTEGER);
    for (const { id } of await system(Book).find(huge)) await system(Book).remove(id);
    expect(await books.avg('pages')).toBe(2);
    expect(await books.avg('pages', { where: { title: 'none' } })).toBeNull();
    expect(await books.sum('pages', { where: { title: 'none' } })).toBe(0);
    expect(await books.max('isbn')).toBe('9007199254740993');
    expect(await books.min('bought_on')).toBe('2026-01-01');
    expect(await books.max('read_at')).toBe('2026-01-03T00:00:00.000Z');
    const [last] = await books.groupBy('isbn', { order: { isbn: 'desc' }, limit: 1 });
    expect(last).toMatchObject({ by: { isbn: '9007199254740993' }, count: 1 });
    const [lent] = await books.groupBy(['lent', 'title'], {
      avg: ['pages'],
      order: { lent: 'desc' },
    });
    expect(lent).toMatchObject({ by: { lent: true, title: 't' }, count: 1, avg: { pages: 1 } });
    expect([lent!.by.title, lent!.avg.pages]).toEqual(['t', 1]);
    // @ts-expect-error -- no sum was asked for
    expect(lent!.sum).toBeUndefined();
    await expect(books.sum('title')).rejects.toThrow('no sum of Book.title');
    expect(await statusOf(books.max('shelf'))).toBe(403);
  });

  describe('writes', () => {
    test('refuse what their caller may not set, and drop nothing', async () => {
      const people = of(manager, Person);
      for (const work of [
        () => people.create({ name: 'Dan', salary: 1 }),
        () => people.update(1, { salary: 1 }),
        () => people.replace(1, { name: 'Dan', salary: null }),
        () => people.update(1, { id: 9 }),
        () => people.update(1, { pin: '1' }),
      ])
        expect(await statusOf(work())).toBeGreaterThanOrEqual(403);
      const problem = await problemOf(people.update(1, { salary: 1, id: 2, name: 'x' }));
      expect(problem).toMatchObject({
        status: 403,
        detail: 'You may not write Person.salary, Person.id.',
      });
      expect(await people.update(1, { salary: undefined, name: 'Eve' })).toMatchObject({
        name: 'Eve',
      });
      expect(await system(Person).count({ where: { salary: null } })).toBe(3);
    });

    test('of a picked body are those of a generated endpoint', async () => {
      const people = of(manager, Person);
      const body = { ...(await people.get(1)), name: 'Eve', salary: 5 };
      expect(people.pick(body)).toEqual({ name: 'Eve', email: null });
      expect(await people.update(1, people.pick(body))).toMatchObject({ name: 'Eve' });
      expect(people.pick({ odd: 1 })).toEqual({ odd: 1 });
      expect(() => people.pick(null)).toThrow('must be a JSON object');
      expect(() => of(user(3, ['Viewer']), Person).pick({})).toThrow('You may not change');
    });

    test('of the system set everything, also what no answer has', async () => {
      await system(Person).update(1, { pin: '1234' });
      const { dataSource } = library.database;
      const [row] = await dataSource.query<{ pin: string }[]>(
        'SELECT pin FROM person WHERE id = 1',
      );
      expect(row).toEqual({ pin: '1234' });
      expect(await system(Person).get(1)).not.toHaveProperty('pin');
      expect(await statusOf(library.engine.operations(admin)(Person).update(1, { pin: '5' }))).toBe(
        422,
      );
    });
  });

  test('a transaction that meets another one is repeated as a whole, or waits', async () => {
    const { database } = library;
    let [runs, waiting] = [0, 0];
    const cross = (first: number, second: number) =>
      database.write(async () => {
        runs += 1;
        await of(admin, Person).update(first, { email: `${first}${second}@example.com` });
        waiting += 1;
        for (let turn = 0; turn < 20 && waiting < 2; turn++) await sleep(10);
        await of(admin, Person).update(second, { name: `by ${first}` });
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(runs).toBe(database.dialect.name === 'postgres' ? 3 : 2);
    const rows = await system(Person).find({ where: { id: [1, 2] } });
    expect(rows.map(({ name, email }) => [name, email])).toEqual([
      ['by 2', '12@example.com'],
      ['by 1', '21@example.com'],
    ]);
  });
};
