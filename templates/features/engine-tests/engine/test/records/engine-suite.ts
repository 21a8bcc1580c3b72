import { isDeepStrictEqual } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { custom, defineAccess, type CurrentUser } from '../../model/access-rules.js';
import type { Query, Row } from '../../model/operations.js';
import { asRecord } from '../fixtures/as-record.js';
import { Book, Note, Paper, Person, Remark, Tag, modules } from '../fixtures/library.js';
import type { Database } from '../../database/database.js';
import { admin, openLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { useLibrary, withPeople } from '../fixtures/use-library.js';

const manager = user(2, ['Manager'], [1]);
const viewer = user(3, ['Viewer'], [1]);
const stranger = user(4, ['Editor'], [2]);

/** What the engine promises on every database; `url` gives a fresh one. */
export const describeEngine = (url: () => Promise<string>) => {
  const library = useLibrary(url, withPeople('Ann', 'Ben', 'Cid', 'Dot'));

  const of = <T extends object>(who: CurrentUser, entity: new () => T) =>
    library.engine.operations(who)(entity);
  const make = async <T extends object>(who: CurrentUser, entity: new () => T, values: object) =>
    asRecord<{ readonly id: number } & Record<string, unknown>>(
      await of(who, entity).create(values as Partial<T>),
    );
  const read = async <T extends object>(
    who: CurrentUser,
    entity: new () => T,
    id: number,
    expand: string[] = [],
  ) => asRecord(await of(who, entity).get(id, { expand }));
  const ids = async <T extends object>(
    who: CurrentUser,
    entity: new () => T,
    query: Query = {},
  ) => {
    const page = await of(who, entity).list(query);
    return (JSON.parse(page.text) as { id: number }[]).map((row) => row.id);
  };

  const full = {
    title: 'Moby "Dick" \u2028 😀',
    shelf: 'A',
    body: 'long',
    pages: -7,
    isbn: '9007199254740993',
    weight: 29,
    price: 12.5,
    lent: false,
    bought_on: '2026-02-28',
    opens_at: '07:30',
    read_at: '2026-01-01T10:00:00.5+02:00',
    code: 'AAAAAAAA-aaaa-4AAA-aaaa-aaaaaaaaaaaa',
    extra: { a: [1, null, '\u0001'], b: {} },
    state: 'used',
    author_id: 1,
    sequel_of_id: null,
  };

  test('a record is answered as a trigger of the owner has left it', async () => {
    const { database, engine } = await openLibrary(await url(), { prepare: addTrigger });
    const made = await engine.as(admin)(Person).create({ name: 'Eve' });
    expect(asRecord(made)).toMatchObject({ name: 'Eve', salary: 7 });
    await database.close();
  });

  describe('writes at the same time', () => {
    const ROUNDS = 15;

    test('two moves do not form a cycle together', async () => {
      const books = of(admin, Book);
      for (let round = 0; round < ROUNDS; round++) {
        const [a, b, d, e] = await Promise.all(
          ['a', 'b', 'd', 'e'].map(async (title) => (await books.create({ title })).record),
        );
        await books.update(a!.id, { sequel_of_id: b!.id });
        await books.update(e!.id, { sequel_of_id: d!.id });
        const statuses = await Promise.all([
          statusOf(books.update(b!.id, { sequel_of_id: e!.id })),
          statusOf(books.update(d!.id, { sequel_of_id: a!.id })),
        ]);
        expect(statuses.sort()).toEqual([0, 422]);
      }
    }, 30_000);

    test('a cascade takes no row with it that its writer has just hidden', async () => {
      const deleter = user(3, ['Editor'], [1]);
      const writer = user(4, ['Editor'], [1, 2]);
      for (let round = 0; round < ROUNDS; round++) {
        const { record: top } = await of(deleter, Note).create({ title: 'top', tenant_id: 1 });
        const { record: middle } = await of(deleter, Note).create({
          title: 'middle',
          tenant_id: 1,
          reply_to_id: top.id,
        });
        const [made, removed] = await Promise.all([
          statusOf(of(writer, Note).create({ title: 'low', tenant_id: 2, reply_to_id: middle.id })),
          statusOf(of(deleter, Note).remove(top.id)),
        ]);
        expect([
          [0, 409],
          [422, 0],
        ]).toContainEqual([made, removed]);
      }
    }, 30_000);

    test('a row that is being deleted is linked to by no hidden row', async () => {
      const deleter = user(3, ['Editor'], [1]);
      const writer = user(4, ['Editor'], [1, 2]);
      for (let round = 0; round < ROUNDS; round++) {
        const title = `shared ${round}`;
        const { record: shared } = await of(deleter, Note).create({ title, tenant_id: 1 });
        const [made, removed] = await Promise.all([
          statusOf(
            of(writer, Note).create({ title: 'n', tenant_id: 2, related: [title] } as object),
          ),
          statusOf(of(deleter, Note).remove(shared.id)),
        ]);
        expect([
          [0, 409],
          [422, 0],
        ]).toContainEqual([made, removed]);
      }
    }, 30_000);
  });

  test('a cascade over more levels than the database follows is refused', async () => {
    let above: number | null = null;
    const ids: number[] = [];
    for (let level = 0; level < 1100; level++) {
      const { record: note } = await of(admin, Note).create({
        title: 'n',
        tenant_id: 1,
        reply_to_id: above,
      });
      above = note.id as number;
      ids.push(above);
    }
    expect([0, 409]).toContain(await statusOf(of(admin, Note).remove(ids[0]!)));
    expect(await statusOf(of(admin, Note).remove(ids[600]!))).toBeOneOf([0, 404]);
  }, 60_000);

  describe('records', () => {
    test('come back in their one form and order', async () => {
      const made = await make(admin, Book, full);
      expect(made).toEqual({
        ...full,
        id: 1,
        _label: `${full.title}, A`,
        opens_at: '07:30:00',
        read_at: '2026-01-01T08:00:00.500Z',
        code: full.code.toLowerCase(),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: made.created_at,
      });
      expect(Object.keys(made)).toEqual([
        ...['id', '_label'],
        ...Object.keys(full),
        ...['created_at', 'updated_at'],
      ]);
      expect(await read(admin, Book, 1)).toEqual(made);
    });

    test('take defaults where nothing is said', async () => {
      expect(await make(admin, Book, { title: 'x' })).toMatchObject({
        pages: 1,
        state: 'new',
        body: null,
      });
      expect(await make(admin, Book, { title: 'x', pages: null, read_at: '' })).toMatchObject({
        pages: null,
        read_at: null,
      });
    });

    test('are null where an optional address is empty, however often', async () => {
      for (const name of ['Ann', 'Ben'])
        expect(await make(admin, Person, { name, email: '' })).toMatchObject({ email: null });
      await of(admin, Person).update(1, { email: 'ann@x.test' });
      expect(asRecord(await of(admin, Person).update(1, { email: '' }))).toMatchObject({
        email: null,
      });
    });

    test('are patched by field and replaced as a whole', async () => {
      await make(admin, Book, full);
      expect(asRecord(await of(admin, Book).update(1, { pages: 3 }))).toMatchObject({
        ...full,
        pages: 3,
        opens_at: '07:30:00',
        read_at: expect.anything(),
        code: expect.anything(),
      });
      const replaced = asRecord(await of(admin, Book).replace(1, { title: 'new' }));
      expect(replaced).toMatchObject({
        title: 'new',
        pages: 1,
        state: 'new',
        body: null,
        author_id: null,
      });
    });

    test('are written as they were read', async () => {
      const made = await make(admin, Book, full);
      const again = asRecord(await of(admin, Book).replace(1, { ...made, author: { id: 1 } }));
      expect(again).toEqual({ ...made, updated_at: again.updated_at });
    });

    test('expand the records they point to', async () => {
      await make(admin, Book, full);
      await make(admin, Book, { title: 'second', sequel_of_id: 1 });
      const [first, second] = [
        await read(viewer, Book, 1, ['author']),
        await read(admin, Book, 2, ['sequel_of', 'author']),
      ];
      expect(first.author).toMatchObject({ id: 1, name: 'Ann', _label: 'Ann' });
      expect(first.author).not.toHaveProperty('salary');
      expect(second).toMatchObject({
        author: null,
        sequel_of: { id: 1, _label: `${full.title}, A` },
      });
      const page = await of(admin, Book).list({
        _expand: 'sequel_of',
        _sort: 'id',
        _order: 'desc',
      });
      expect(JSON.parse(page.text)).toMatchObject([{ sequel_of: { id: 1 } }, { sequel_of: null }]);
      expect(await statusOf(of(admin, Book).list({ _expand: 'title' }))).toBe(400);
    });

    test('never reuse an id', async () => {
      await make(admin, Book, { title: 'x' });
      await of(admin, Book).remove(1);
      expect(await make(admin, Book, { title: 'x' })).toMatchObject({ id: 2 });
    });

    test.each([NaN, 0, -1, 1.5, 2 ** 31, 2 ** 53])('do not exist with the id %s', async (id) => {
      for (const work of [
        () => of(admin, Book).get(id),
        () => of(admin, Book).update(id, {}),
        () => of(admin, Book).remove(id),
      ])
        expect(await statusOf(work())).toBe(404);
    });

    test('hold If-Match while they are written', async () => {
      await make(admin, Book, full);
      const record = await of(admin, Book).get(1);
      const ifMatch = (current: Row) => isDeepStrictEqual(current, record);
      await of(admin, Book).update(1, { pages: 5 }, { ifMatch });
      for (const work of [
        () => of(admin, Book).update(1, { pages: 'x' as never }, { ifMatch }),
        () => of(admin, Book).replace(1, {}, { ifMatch }),
        () => of(admin, Book).remove(1, { ifMatch }),
      ])
        expect(await statusOf(work())).toBe(412);
      expect(await read(admin, Book, 1)).toMatchObject({ pages: 5 });
    });
  });

  describe('payloads', () => {
    test.each([
      ['title', 7], ['title', null], ['title', ''], ['title', 'a\0'], ['title', '\ud800'], ['title', 'x'.repeat(256)],
      ['pages', '7'], ['pages', 1.5], ['pages', 2 ** 53], ['isbn', 7], ['isbn', '9223372036854775808'], ['isbn', '1.0'],
      ['weight', '1'], ['weight', Infinity], ['price', 1.005], ['price', 1e10], ['lent', 1], ['lent', 'true'],
      ['bought_on', '2026-02-29'], ['bought_on', '2026-2-1'], ['opens_at', '24:00:00'], ['read_at', '2026-01-01T00:00:00'],
      ['read_at', '2026-01-01T25:00:00Z'], ['code', 'x'], ['extra', { a: 'x\0' }], ['state', 'old'], ['author_id', 99],
      ['author_id', '1'], ['nonsense', 1], ['__proto__', 1], ['constructor', 1],
    ])('%s must not be %j', async (field, value) => {
      const payload = JSON.parse(`{"title":"x","${field}":0}`);
      Object.defineProperty(payload, field, { value, enumerable: true, configurable: true, writable: true });
      const problem = await problemOf(of(admin, Book).create(payload));
      expect(problem?.status).toBe(422);
      expect(problem?.problems.map((one) => one.field)).toEqual([field]);
    }); // prettier-ignore

    test('are told everything that is wrong at once', async () => {
      const problem = await problemOf(
        of(admin, Book).create({ pages: 'x', author_id: 99, titel: 'x' } as object),
      );
      expect(problem?.problems.map(({ field, code }) => [field, code])).toEqual([
        ['title', 'required'],
        ['pages', 'type'],
        ['titel', 'unknown-field'],
        ['author_id', 'reference'],
      ]);
      expect(problem?.problems[2]?.message).toContain('title');
    });

    test('of any number of unknown names are told the first twenty, and that there are more', async () => {
      for (const name of ['titel', 'x'.repeat(70)]) {
        const unknown = Array.from({ length: 60_000 }, (_, at) => [`${name}${at}`, 1] as const);
        const payload = { ...Object.fromEntries(unknown), pages: 'x' } as object;
        const began = performance.now();
        const problem = await problemOf(of(admin, Book).create(payload));
        expect(performance.now() - began).toBeLessThan(500);
        expect(problem!.problems.map(({ code }) => code)).toEqual([
          'required',
          'type',
          ...Array<string>(20).fill('unknown-field'),
          'more',
        ]);
        expect(JSON.stringify(problem!.problems).length).toBeLessThan(5000);
      }
    });

    test('count code points', async () => {
      expect(await make(admin, Book, { title: '😀'.repeat(255) })).toMatchObject({ id: 1 });
      expect(await statusOf(of(admin, Book).create({ title: '😀'.repeat(256) }))).toBe(422);
    });

    test('cannot form a cycle', async () => {
      await make(admin, Book, { title: 'a' });
      await make(admin, Book, { title: 'b', sequel_of_id: 1 });
      await make(admin, Book, { title: 'c', sequel_of_id: 2 });
      const problem = await problemOf(of(admin, Book).update(1, { sequel_of_id: 3 }));
      expect(problem?.problems).toMatchObject([{ field: 'sequel_of_id', code: 'cycle' }]);
      expect(await statusOf(of(admin, Book).update(1, { sequel_of_id: 1 }))).toBe(422);
    });

    test('with a value that is taken are 409 and name the field', async () => {
      await of(admin, Person).update(1, { email: 'a@b.cd' });
      const problem = await problemOf(of(admin, Person).update(2, { email: 'a@b.cd' }));
      expect([problem?.status, problem?.problems[0]?.field]).toEqual([409, 'email']);
      expect(problem?.detail).toContain('email');
    });

    test('neither set nor show hidden columns', async () => {
      expect(await statusOf(of(admin, Person).create({ name: 'Eve', pin: '1' }))).toBe(422);
      expect(await read(admin, Person, 1)).not.toHaveProperty('pin');
      expect(await statusOf(of(admin, Person).list({ pin: '1' }))).toBe(400);
    });
  });

  describe('lists', () => {
    beforeEach(async () => {
      const rows = [
        { title: 'b', pages: 2, lent: true, shelf: 'S1' },
        { title: 'B', pages: null, body: '100%' },
        { title: 'é', pages: 10, isbn: '10', weight: 0.1 },
        { title: 'É_x', pages: 2, isbn: '9', bought_on: '2026-01-01' },
      ];
      for (const row of rows) await make(admin, Book, row);
    });

    test.each<[Query, number[]]>([
      [{}, [1, 2, 3, 4]],
      [{ _sort: 'title' }, [2, 1, 4, 3]],
      [{ _sort: 'pages,title', _order: 'desc,ASC' }, [3, 1, 4, 2]],
      [{ _sort: 'pages', _order: 'DESC' }, [3, 1, 4, 2]],
      [{ _sort: 'pages' }, [2, 1, 4, 3]],
      [{ _order: 'DESC' }, [4, 3, 2, 1]],
      [{ _start: '1', _end: '3' }, [2, 3]],
      [{ _start: '3' }, [4]],
      [{ _start: '2', _end: '2' }, []],
      [{ _end: '1' }, [1]],
      [{ title: 'b' }, [1]],
      [{ title: ['b', 'B'] }, [1, 2]],
      [{ pages: '2' }, [1, 4]],
      [{ pages: '' }, [2]],
      [{ pages: ['', '10'] }, [2, 3]],
      [{ pages__ne: '2' }, [2, 3]],
      [{ pages_ne: '2' }, [2, 3]],
      [{ pages__ne: '' }, [1, 3, 4]],
      [{ pages__gt: '2' }, [3]],
      [{ pages_gte: '2', pages_lte: '2' }, [1, 4]],
      [{ pages__in: '2,10' }, [1, 3, 4]],
      [{ pages__isnull: 'true' }, [2]],
      [{ pages__isnull: 'false', lent__ne: 'true' }, [3, 4]],
      [{ title__ilike: 'É' }, [3, 4]],
      [{ title_like: 'B' }, [1, 2]],
      [{ title__startswith: 'b' }, [1]],
      [{ body__ilike: '0%' }, [2]],
      [{ title__ilike: '_' }, [4]],
      [{ isbn__gt: '9' }, [3]],
      [{ weight__ilike: '0.1' }, [3]],
      [{ bought_on__ilike: '-01' }, [4]],
      [{ id: ['3', '1', '99'] }, [1, 3]],
      [{ id: Array.from({ length: 150 }, (_, at) => String(at)) }, [1, 2, 3, 4]],
      [{ q: 'é' }, [3, 4]],
      [{ q: 'é', pages: '2' }, [4]],
      [{ _anything: 'x', ['__proto__']: 'x' }, [1, 2, 3, 4]],
    ])('%j', async (query, expected) => {
      const page = await of(admin, Book).list(query);
      expect((JSON.parse(page.text) as { id: number }[]).map((row) => row.id)).toEqual(expected);
      expect(await of(admin, Book).count(query)).toBe(page.total);
    });

    test.each<[Query]>([
      [{ _start: '-1' }], [{ _start: 'x' }], [{ _start: ['1', '2'] }], [{ _start: '3', _end: '1' }], [{ _end: '101' }],
      [{ _sort: 'nope' }], [{ _sort: 'extra' }], [{ _sort: ['id', 'title'] }], [{ _sort: '' }], [{ _order: 'up' }],
      [{ _sort: 'id', _order: 'ASC,DESC' }], [{ nope: '1' }], [{ nope__gt: '1' }], [{ Title: 'b' }], [{ 'title[a]': 'b' }],
      [{ pages: 'x' }], [{ pages: '1.5' }], [{ pages__gt: '' }], [{ lent: '1' }], [{ lent__ilike: 't' }], [{ extra__ilike: 't' }],
      [{ bought_on: '2026-02-30' }], [{ read_at: '2026-01-01' }], [{ pages__isnull: 'x' }], [{ title__foo: 'x' }],
      [{ title: 'a\0' }], [{ q: '\0' }], [{ constructor: 'x' }], [{ toString: 'x' }], [{ 'author.name': 'x' }],
      [{ title: { $ne: 'x' } as never }],
    ])('%j is refused', async (query) => {
      expect(await statusOf(of(admin, Book).list(query))).toBe(400);
    }); // prettier-ignore

    test('tell where they stand', async () => {
      const page = await of(admin, Book).list({ _start: '3', _end: '9' });
      expect([page.start, page.end, page.total]).toEqual([3, 4, 4]);
      const beyond = await of(admin, Book).list({ _start: '7', _end: '9' });
      expect([beyond.start, beyond.end, beyond.total, beyond.text]).toEqual([7, 7, 4, '[]']);
    });

    test('count what has been written since', async () => {
      expect((await of(admin, Book).list()).total).toBe(4);
      await make(admin, Book, { title: 'new' });
      expect((await of(admin, Book).list()).total).toBe(5);
    });

    test('hide fields in filters, sorts, labels and suggestions alike', async () => {
      const unreadable = [
        { shelf: 'S1' },
        { shelf__ne: 'S1' },
        { _sort: 'shelf' },
        { shelf_like: 'S' },
      ];
      for (const query of unreadable) {
        const hidden = await problemOf(of(manager, Book).list(query));
        const [[name, value]] = Object.entries(query) as [[string, string]];
        const other =
          name === '_sort' ? { _sort: 'shelv' } : { [name.replace('shelf', 'shelv')]: value };
        const absent = await problemOf(of(manager, Book).list(other));
        expect(hidden?.status).toBe(400);
        expect(hidden?.detail.replaceAll('shelf', 'shelv')).toBe(absent?.detail);
      }
      expect(await ids(manager, Book, { q: 'S1' })).toEqual([]);
      expect(await ids(admin, Book, { q: 'S1' })).toEqual([1]);
      expect(await read(manager, Book, 1)).toMatchObject({ _label: 'b' });
      expect(await read(manager, Book, 1)).not.toHaveProperty('shelf');
      expect(await read(admin, Book, 1)).toMatchObject({ _label: 'b, S1' });
    });
  });

  describe('filters of json columns', () => {
    beforeEach(async () => {
      const values = [
        { a: 1, b: [1, { c: null }] },
        'text',
        1,
        true,
        [],
        {},
        null,
        '1',
        [0.1, 1e21],
      ];
      for (const [at, extra] of values.entries())
        await make(admin, Book, { title: `${at}`, extra });
      // As somebody else may have written them.
      for (const text of ['{ "b" : [1.0, {"c":null}], "a": 1e0 }', ' null '])
        await library.database.dataSource.query(
          `INSERT INTO book (title, extra) VALUES ('raw', '${text}')`,
        );
    });

    test.each<[Query, number[]]>([
      [{ extra: '{"a":1,"b":[1,{"c":null}]}' }, [1, 10]],
      [{ extra: ' {"b":[10e-1,{"c":null}],"a":0,"a":1.0} ' }, [1, 10]],
      [{ extra: '{"a":1,"b":[{"c":null},1]}' }, []],
      [{ extra: '{"a":1,"b":[1,{"c":null}],"d":null}' }, []],
      [{ extra: '"text"' }, [2]],
      [{ extra: '"te\\u0078t"' }, [2]],
      [{ extra: '"TEXT"' }, []],
      [{ extra: '1' }, [3]],
      [{ extra: '1e0' }, [3]],
      [{ extra: '-0' }, []],
      [{ extra: '"1"' }, [8]],
      [{ extra: 'true' }, [4]],
      [{ extra: '{"__proto__":1}' }, []],
      [{ extra: '[]' }, [5]],
      [{ extra: '{}' }, [6]],
      [{ extra: '[1e-1,1000000000000000000000]' }, [9]],
      [{ extra: ['1', '"1"', '{"z":1}'] }, [3, 8]],
      [{ extra: ['', '[]'] }, [5, 7, 11]],
      [{ extra: '' }, [7, 11]],
      [{ extra: 'null' }, [7, 11]],
      [{ extra__isnull: 'true' }, [7, 11]],
      [{ extra__ne: ['{"b":[1,{"c":null}],"a":1}', 'null', '1'] }, [2, 4, 5, 6, 8, 9]],
      [{ extra_ne: 'true', extra__isnull: 'false' }, [1, 2, 3, 5, 6, 8, 9, 10]],
    ])('%j', async (query, expected) => {
      expect(await ids(admin, Book, query)).toEqual(expected);
    });

    test.each<[Query]>([
      [{ extra: 'text' }], [{ extra: "'text'" }], [{ extra: '{"a":' }], [{ extra: '{a:1}' }], [{ extra: '1,2' }],
      [{ extra: '01' }], [{ extra: 'NaN' }], [{ extra: '1e400' }], [{ extra: '[1e400]' }], [{ extra: '"\\u0000"' }],
      [{ extra: '{"\\ud800":1}' }], [{ extra: '['.repeat(101) + ']'.repeat(101) }], [{ extra: ' ' }],
      [{ extra__in: '1' }], [{ extra__in: '[1]' }], [{ extra__gt: '1' }], [{ extra__lte: '1' }], [{ extra_like: '1' }],
      [{ extra__startswith: '1' }], [{ extra__ne: 'text' }], [{ extra: ['1', 'x'] }],
    ])('%j is refused', async (query) => {
      const problem = await problemOf(of(admin, Book).list(query));
      expect([problem?.status, problem?.problems[0]?.field]).toEqual([400, Object.keys(query)[0]]);
    }); // prettier-ignore
  });

  describe('access', () => {
    test('goes by role and model before anything else', async () => {
      const nobody = user(9, []);
      for (const who of [nobody, user(9, ['Ghost'])]) {
        expect(await statusOf(of(who, Book).list({ nope: '1' }))).toBe(403);
        expect(await statusOf(of(who, Book).get(99))).toBe(403);
      }
      expect(await statusOf(of(viewer, Book).create({}))).toBe(403);
      expect(await statusOf(of(manager, Book).remove(99))).toBe(403);
      expect(await statusOf(of(admin, Tag).remove(99))).toBe(403);
    });

    test('drops fields that the writer may not write, and lets them keep their value', async () => {
      await of(admin, Person).update(1, { salary: 5 });
      await of(manager, Person).update(1, { salary: 9, name: 'Anna' });
      await of(manager, Person).replace(1, { name: 'Anne' });
      expect(await read(admin, Person, 1)).toMatchObject({ name: 'Anne', salary: 5 });
      expect(await make(manager, Note, { title: 'n', secret: 's' })).not.toHaveProperty('secret');
      expect(await read(admin, Note, 1)).toMatchObject({ secret: 's' });
    });

    describe('of who may edit and not show', () => {
      const editor = user(2, ['Typist'], [1]);

      test('answers the id and the label, of what they may read', async () => {
        await make(admin, Book, { title: 'x', shelf: 'A', pages: 9 });
        for (const work of [
          () => of(editor, Book).update(1, {}),
          () => of(editor, Book).update(1, { pages: 3 }),
          () => of(editor, Book).replace(1, { title: 'x' }),
        ])
          expect(await work()).toEqual({ id: 1, _label: 'x' });
        expect(await statusOf(of(editor, Book).get(1))).toBe(403);
        expect(await read(admin, Book, 1)).toMatchObject({ shelf: 'A', pages: 1 });
      });

      test('holds If-Match against that', async () => {
        await make(admin, Book, { title: 'x' });
        const whole = await of(viewer, Book).get(1);
        const update = (known: Row) =>
          of(editor, Book).update(
            1,
            {},
            { ifMatch: (current) => isDeepStrictEqual(current, known) },
          );
        expect(await statusOf(update(whole))).toBe(412);
        expect(await statusOf(update({ id: 1, _label: 'x' }))).toBe(0);
      });
    });

    test('answers an edit with what its writer may show, not with what another of their roles reads', async () => {
      const both = user(2, ['Typist', 'Viewer'], [1]);
      const note = await make(admin, Note, { title: 'n', secret: 's' });
      const answer = asRecord(await of(both, Note).update(note.id, { title: 'm' }));
      expect(answer).toEqual(await read(both, Note, note.id));
      expect(answer).not.toHaveProperty('secret');
    });

    test('replaces no field that its writer may not read', async () => {
      await make(admin, Book, { title: 'x', shelf: 'A', pages: 9 });
      await of(manager, Book).replace(1, { title: 'y' });
      expect(await read(admin, Book, 1)).toMatchObject({ title: 'y', shelf: 'A', pages: 1 });
      await of(manager, Book).replace(1, { title: 'y', shelf: 'B' });
      expect(await read(admin, Book, 1)).toMatchObject({ shelf: 'B' });
    });

    test('cascades and nulls need no role on the dependents', async () => {
      const above = await make(admin, Note, { title: 'above' });
      const note = await make(admin, Note, { title: 'n', reply_to_id: above.id });
      await make(admin, Remark, { text: 'r', note_id: note.id });
      const remover = user(5, ['Remover'], [1]);
      expect(await statusOf(of(remover, Remark).remove(1))).toBe(403);
      expect(await statusOf(of(remover, Note).remove(above.id))).toBe(0);
      expect([await ids(admin, Note), await ids(admin, Remark)]).toEqual([[], []]);
    });

    test('shows and changes only the rows of owner or tenant', async () => {
      const made = await make(manager, Note, { title: 'mine' });
      expect(made).toMatchObject({ owner_id: 2, tenant_id: 1 });
      await make(stranger, Note, { title: 'theirs' });
      expect([await ids(admin, Note), await ids(viewer, Note), await ids(stranger, Note)]).toEqual([
        [1],
        [1],
        [2],
      ]);
      expect((await of(admin, Note).list()).total).toBe(1);
      for (const work of [
        () => of(stranger, Note).get(1),
        () => of(stranger, Note).update(1, { title: 'x' }),
        () => of(stranger, Note).update(1, { title: 7 as never }),
        () => of(stranger, Note).replace(1, { title: 'x' }),
        () => of(stranger, Note).remove(1),
      ])
        expect(await statusOf(work())).toBe(404);
      expect(await ids(stranger, Note, { id: ['1', '2'] })).toEqual([2]);
    });

    test('refuses a row that its writer would not see', async () => {
      const alone = user(2, ['Manager']);
      expect(await statusOf(of(alone, Note).create({ title: 'x', owner_id: null }))).toBe(403);
      const made = await make(alone, Note, { title: 'x' });
      expect(await statusOf(of(alone, Note).update(made.id, { owner_id: null }))).toBe(403);
      expect(await read(alone, Note, made.id)).toMatchObject({ owner_id: 2 });
      expect(await of(alone, Note).count()).toBe(1);
      expect(asRecord(await of(alone, Note).replace(made.id, { title: 'y' }))).toMatchObject({
        owner_id: 2,
      });
    });

    const alone = user(2, ['Manager']);
    test.each<[string, CurrentUser, (id: number) => object, string[]]>([
      ['an owner', alone, (id) => ({ owner_id: id }), ['owner_id']],
      ['an owner beside a mistake', alone, (id) => ({ owner_id: id, slug: 7 }), ['slug']],
      ['an owner beside a hidden parent', alone, (id) => ({ owner_id: id, reply_to_id: 99 }), ['reply_to_id']],
      ['a tenant', manager, (id) => ({ tenant_id: id }), ['tenant_id']],
      ['a tenant of an own row, of a value that is taken', manager, (id) => ({ tenant_id: id, slug: 's' }), ['tenant_id']],
      ['a tenant beside a mistake', manager, (id) => ({ tenant_id: id, slug: 7 }), ['slug', 'tenant_id']],
    ])('%s that the rules refuse answers as one that does not exist', async (_, who, values, fields) => {
      await make(stranger, Note, { title: 'x', slug: 's' });
      const { id } = await make(who, Note, { title: 'x' });
      for (const work of [
        (other: number) => of(who, Note).create({ title: 'x', ...values(other) }),
        (other: number) => of(who, Note).update(id, values(other)),
        (other: number) => of(who, Note).replace(id, { title: 'x', ...values(other) }),
      ]) {
        const [there, nowhere] = [await problemOf(work(3)), await problemOf(work(99))];
        expect(there?.status).toBe(422);
        expect(there?.problems.map(({ field }) => field)).toEqual(fields);
        expect([there?.detail, there?.problems]).toEqual([nowhere?.detail, nowhere?.problems]);
      }
      expect(await read(who, Note, id)).toMatchObject({ owner_id: 2, slug: null });
    }); // prettier-ignore

    test('an owner or tenant that the writer reads may be sent back', async () => {
      const both = user(1, ['Manager'], [1, 2]);
      await make(both, Note, { title: 'x', tenant_id: 2, owner_id: 2 });
      await of(alone, Note).update(1, { tenant_id: 2, title: 'mine' });
      await make(manager, Note, { title: 'x', owner_id: 3 });
      await of(manager, Note).update(2, { owner_id: 3, title: 'ours' });
      const problem = await problemOf(
        of(manager, Note).update(2, { owner_id: 3, tenant_id: null }),
      );
      expect(problem?.status).toBe(403);
    });

    test('answers 403 before it answers 409', async () => {
      await make(stranger, Note, { title: 'x', slug: 's' });
      await make(manager, Note, { title: 'x', slug: 't' });
      const stolen = { title: 'x', slug: 's', tenant_id: null, owner_id: null };
      expect(await statusOf(of(manager, Note).create(stolen))).toBe(403);
      expect(await statusOf(of(manager, Note).update(2, stolen))).toBe(403);
      expect(await statusOf(of(manager, Note).create({ title: 'x', slug: 't' }))).toBe(409);
    });

    test('names the field and not the tenant where a value is taken', async () => {
      await make(manager, Note, { title: 'x', slug: 's' });
      const problem = await problemOf(of(manager, Note).create({ title: 'x', slug: 's' }));
      expect(problem?.problems.map(({ field }) => field)).toEqual(['slug']);
      expect(await make(stranger, Note, { title: 'x', slug: 's' })).toMatchObject({ slug: 's' });
    });

    test('lets no reference point to a hidden row', async () => {
      await make(stranger, Note, { title: 'theirs' });
      const hidden = await problemOf(of(manager, Note).create({ title: 'x', reply_to_id: 1 }));
      const absent = await problemOf(of(manager, Note).create({ title: 'x', reply_to_id: 99 }));
      expect([hidden?.status, hidden?.problems]).toEqual([422, absent?.problems]);
      expect(await statusOf(of(manager, Remark).create({ text: 'x', note_id: 1 }))).toBe(422);
    });

    test('follows the parent where a rule says so', async () => {
      await make(manager, Note, { title: 'mine' });
      await make(manager, Remark, { text: 'abc', note_id: 1 });
      expect(await read(viewer, Remark, 1)).toMatchObject({ length: 3 });
      const problem = await problemOf(of(viewer, Remark).list({ length__gt: '2' }));
      expect(problem?.detail).toBe('length is computed and cannot be used as a filter.');
      expect(await ids(stranger, Remark)).toEqual([]);
      expect(await statusOf(of(stranger, Remark).get(1))).toBe(404);
      expect(await read(viewer, Remark, 1, ['note'])).toMatchObject({ note: { id: 1 } });
    });

    test('obeys conditions of the owner', async () => {
      await make(admin, Paper, { name: 'a' });
      await make(admin, Paper, { name: 'b', status: 'public' });
      expect([await ids(admin, Paper), await ids(manager, Paper)]).toEqual([[1, 2], [2]]);
      const narrowed = async (who: CurrentUser) => (await of(who, Paper).list()).isRestricted;
      expect([await narrowed(admin), await narrowed(manager)]).toEqual([false, true]);
      expect(await statusOf(of(manager, Paper).update(2, { status: 'draft' }))).toBe(403);
      expect(await statusOf(of(manager, Paper).create({ name: 'c' }))).toBe(403);
    });
  });

  describe('deleting', () => {
    test('is refused where something required points to the row', async () => {
      await make(manager, Note, { title: 'x' });
      expect(await statusOf(of(admin, Person).remove(2))).toBe(409);
      await of(admin, Person).remove(4);
    });

    test('tells what is in the way as its writer would list it, and of the rest that there is some', async () => {
      const told = async (who: CurrentUser, entity: typeof Person | typeof Note, id: number) => {
        const problem = await problemOf(of<Person | Note>(who, entity).remove(id));
        const { code, ...rest } = problem?.members ?? {};
        expect(code).toBe('depends');
        return rest;
      };
      const mine = { model: 'Note', field: 'owner_id', count: 2, list: '/note?owner_id=2' };
      for (const title of ['x', 'y']) await make(manager, Note, { title });
      expect(await told(admin, Person, 2)).toEqual({
        dependents: [mine],
        hidden_dependents: false,
      });
      await make(stranger, Note, { title: 'theirs', owner_id: 2 });
      expect(await told(admin, Person, 2)).toEqual({ dependents: [mine], hidden_dependents: true });
      const none = { dependents: [], hidden_dependents: true };
      expect(await told(user(9, ['Editor']), Person, 2)).toEqual(none);
      expect(await told(user(9, ['Remover'], [1]), Person, 2)).toEqual(none);
      await make(admin, Note, { title: 'top' });
      const both = user(1, ['Admin'], [1, 2]);
      await make(both, Note, { title: 'hidden', reply_to_id: 4, tenant_id: 2, owner_id: 4 });
      await make(admin, Note, { title: 'reply', reply_to_id: 4 });
      expect(await told(admin, Note, 4)).toEqual(none);
    });

    test('names no row that would go with it, whose id its writer may not know', async () => {
      const { database, engine } = await openLibrary(await url());
      const onDelete = (model: string, field: string, rule: 'CASCADE' | 'RESTRICT') =>
        Object.assign(
          engine.model(model).referrers.find((one) => one.field === field)!,
          {
            onDelete: rule,
          },
        );
      onDelete('Person', 'owner_id', 'CASCADE');
      onDelete('Note', 'note_id', 'RESTRICT');
      const root = engine.as(user(1, ['Admin'], [1]));
      await root(Person).create({ name: 'Ann' });
      await root(Note).create({ title: 'n', owner_id: 1 });
      await root(Remark).create({ text: 'r', note_id: 1 });
      const direct = await problemOf(root(Note).remove(1));
      const below = await problemOf(root(Person).remove(1));
      const remark = { model: 'Remark', field: 'note_id', count: 1 };
      expect(direct?.members).toMatchObject({ dependents: [{ list: '/remark?note_id=1' }] });
      expect(below?.members).toMatchObject({ dependents: [remark] });
      expect(below?.members).not.toHaveProperty('dependents.0.list');
      await database.close();
    });

    test('sets optional references to null', async () => {
      await make(admin, Book, { title: 'x', author_id: 4 });
      await of(admin, Person).remove(4);
      expect(await read(admin, Book, 1)).toMatchObject({ author_id: null });
    });

    test('takes along what its writer sees, and nothing else, on every level', async () => {
      const both = user(1, ['Admin'], [1, 2]);
      await make(admin, Note, { title: 'top' });
      await make(admin, Note, { title: 'reply', reply_to_id: 1 });
      await make(both, Note, { title: 'hidden', reply_to_id: 2, tenant_id: 2, owner_id: 4 });
      expect(await statusOf(of(admin, Note).remove(1))).toBe(409);
      expect(await ids(both, Note)).toEqual([1, 2, 3]);
      await of(both, Note).remove(1);
      expect(await ids(both, Note)).toEqual([]);
    });

    test('is refused where a row that its writer does not see links to it, on every level', async () => {
      const both = user(1, ['Admin'], [1, 2]);
      await make(admin, Note, { title: 'top' });
      await make(admin, Note, { title: 'reply', reply_to_id: 1 });
      await make(both, Note, { title: 'hidden', tenant_id: 2, owner_id: 4, related: ['reply'] });
      for (const id of [2, 1]) {
        const problem = await problemOf(of(admin, Note).remove(id));
        expect([problem?.status, problem?.detail]).toEqual([
          409,
          'Other records depend on this one.',
        ]);
      }
      expect(await read(both, Note, 3)).toMatchObject({ related: ['reply'] });
      await of(both, Note).remove(1);
      expect(await read(both, Note, 3)).toMatchObject({ related: [] });
    });

    test('links by a key refuse one that nothing has, and one that several have', async () => {
      for (const title of ['twice', 'twice', 'once']) await make(admin, Note, { title });
      const codes = async (related: readonly string[]) =>
        (await problemOf(of(admin, Note).create({ title: 'n', related } as object)))?.problems.map(
          ({ field, code }) => [field, code],
        );
      expect(await codes(['once', 'never'])).toEqual([['related', 'reference']]);
      expect(await codes(['twice', 'never'])).toEqual([['related', 'reference']]);
      expect(await codes(['twice'])).toEqual([['related', 'ambiguous']]);
      expect(await ids(admin, Note)).toEqual([1, 2, 3]);
    });

    test('takes its place in the links of rows that its writer sees with it', async () => {
      await make(admin, Note, { title: 'one' });
      await make(admin, Note, { title: 'two', related: ['one'] });
      await of(admin, Note).remove(1);
      expect(await read(admin, Note, 2)).toMatchObject({ related: [] });
    });

    test('marks a row that is kept, and hides it everywhere', async () => {
      await make(admin, Paper, { name: 'a' });
      await of(admin, Paper).remove(1);
      expect(await statusOf(of(admin, Paper).get(1))).toBe(404);
      expect(await ids(admin, Paper)).toEqual([]);
      expect(await ids(admin, Paper, { name: 'a' })).toEqual([]);
      const rows = await library.database.dataSource.query('SELECT deleted_at FROM paper');
      expect(rows).toHaveLength(1);
      expect(rows[0].deleted_at).not.toBeNull();
    });
  });

  describe('many-to-many fields', () => {
    beforeEach(async () => {
      for (const name of ['x', 'y', 'z']) await library.engine.system(Tag).create({ name });
    });

    test('are arrays of keys, written whole', async () => {
      expect(await make(manager, Note, { title: 'a', tags: [3, 1, 1] })).toMatchObject({
        tags: [1, 3],
      });
      expect(asRecord(await of(manager, Note).update(1, { title: 'b' }))).toMatchObject({
        tags: [1, 3],
      });
      expect(asRecord(await of(manager, Note).update(1, { tags: [2] } as object))).toMatchObject({
        tags: [2],
      });
      expect(asRecord(await of(manager, Note).replace(1, { title: 'c' }))).toMatchObject({
        tags: [],
      });
    });

    test.each([[['x']], [[99]], [1], ['1'], [null], [[1.5]], [[[1]]]])(
      'refuse %j',
      async (tags) => {
        const problem = await problemOf(of(manager, Note).create({ title: 'a', tags } as object));
        expect([problem?.status, problem?.problems[0]?.field]).toEqual([422, 'tags']);
      },
    );

    test('filter', async () => {
      for (const tags of [[1], [1, 2], [], [3]]) await make(manager, Note, { title: 'n', tags });
      expect(await ids(manager, Note, { tags: '1' })).toEqual([1, 2]);
      expect(await ids(manager, Note, { tags: ['2', '3'] })).toEqual([2, 4]);
      expect(await ids(manager, Note, { tags__ne: '1' })).toEqual([3, 4]);
      expect(await ids(manager, Note, { tags__isnull: 'true' })).toEqual([3]);
      expect(await statusOf(of(manager, Note).list({ tags: 'x' }))).toBe(400);
      expect(await statusOf(of(manager, Note).list({ tags__gt: '1' }))).toBe(400);
    });

    test('neither show nor lose links to hidden rows', async () => {
      const both = user(1, ['Admin'], [1, 2]);
      await make(both, Note, { title: 'theirs', tenant_id: 2, owner_id: 4 });
      await make(both, Note, { title: 'ours', tenant_id: 1 });
      await make(both, Note, { title: 'n', tenant_id: 1, related: ['theirs', 'ours'] });
      expect(await read(manager, Note, 3)).toMatchObject({ related: ['ours'] });
      expect(await ids(manager, Note, { related: 'theirs' })).toEqual([]);
      expect(await ids(both, Note, { related: 'theirs' })).toEqual([3]);
      expect(asRecord(await of(manager, Note).update(3, { related: [] } as object))).toMatchObject({
        related: [],
      });
      expect(await read(both, Note, 3)).toMatchObject({ related: ['theirs'] });
      expect(await statusOf(of(manager, Note).update(3, { related: ['theirs'] } as object))).toBe(
        422,
      );
    });

    test('keep links to rows that come into sight by the same write', async () => {
      const rows = [
        custom<Note>((person, where) =>
          where.or(
            where.eq('owner_id', person.id),
            where.parent('reply_to', where.eq('title', 'open')),
          ),
        ),
      ];
      const access = defineAccess<Note>({ rows });
      const { database, engine } = await openLibrary(await url(), {
        modules: modules.map((one) => (one.entity === Note ? { entity: Note, access } : one)),
      });
      const mine = engine.operations(user(1, ['Editor']))(Note);
      await engine.system(Person).create({ name: 'one' });
      await engine.system(Person).create({ name: 'two' });
      await engine.system(Note).create({ title: 'closed', owner_id: 1 });
      await engine.system(Note).create({ title: 'reply', owner_id: 2, reply_to_id: 1 });
      await engine.system(Note).update(1, { related: ['reply'] } as object);
      expect(asRecord(await mine.get(1))).toMatchObject({ related: [] });
      expect(
        asRecord(await mine.update(1, { title: 'open', related: [] } as object)),
      ).toMatchObject({ related: ['reply'] });
      await database.close();
    });
  });

  test('versions are counted', async () => {
    expect(await make(admin, Paper, { name: 'a', version: 9 })).toMatchObject({ version: 1 });
    expect(asRecord(await of(admin, Paper).update(1, { name: 'b' }))).toMatchObject({ version: 2 });
  });

  test('a failed write leaves nothing behind', async () => {
    const alone = user(2, ['Manager']);
    await library.engine.system(Tag).create({ name: 'x' });
    expect(
      await statusOf(of(alone, Note).create({ title: 'a', owner_id: null, tags: [1] } as object)),
    ).toBe(403);
    const [row] = await library.database.dataSource.query('SELECT COUNT(*) AS n FROM note_tags');
    expect(Number(row.n)).toBe(0);
  });
};

async function addTrigger({ dataSource, dialect }: Database): Promise<void> {
  const work = 'UPDATE person SET salary = 7 WHERE id = new.id;';
  if (dialect.name === 'sqlite') {
    await dataSource.query(`CREATE TRIGGER pay AFTER INSERT ON person BEGIN ${work} END`);
    return;
  }
  await dataSource.query(
    `CREATE FUNCTION pay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${work} RETURN NULL; END $$`,
  );
  await dataSource.query(
    'CREATE TRIGGER pay AFTER INSERT ON person FOR EACH ROW EXECUTE FUNCTION pay()',
  );
}
