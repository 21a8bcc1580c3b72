import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileWhere } from '../../records/conditions/compile-where.js';
import type { Values } from '../../model/hooks.js';
import { matches, type World } from './where-oracle.js';
import type { Comparand, Scalar, Where } from '../../model/where.js';
import { Book, Note, Person, Tag } from '../fixtures/library.js';
import { openLibrary } from '../fixtures/open-library.js';

/** Texts that tell databases apart: case beyond ASCII, wildcards, code points above and below the surrogates. */
const WORDS = ['', 'a', 'A', 'ab', 'aB', 'é', 'É', 'e', '%', '_', '\\', "'", '"', 'Ω', 'ω', 'ς', 'Σ', 'ǅ', 'İ', 'ı', 'K', 'k', '😀', '\uFFFD', 'ｚ', ' a ', 'a%b', 'null', '0']; // prettier-ignore
const text = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join('')),
);
const VALUES = {
  title: text,
  shelf: text,
  body: text,
  pages: fc.integer({ min: -3, max: 3 }),
  isbn: fc.constantFrom(
    '-9223372036854775808',
    '-1',
    '0',
    '2',
    '10',
    '9007199254740993',
    '9223372036854775807',
  ),
  weight: fc.constantFrom(-1.5, 0, 0.1, 0.30000000000000004, 29, 1e21, 1e-7, 5e-324),
  price: fc.constantFrom(-0.01, 0, 1, 12.5, 9999999999.99),
  lent: fc.boolean(),
  bought_on: fc.constantFrom('0001-01-01', '1999-12-31', '2026-01-01', '9999-12-31'),
  opens_at: fc.constantFrom('00:00:00', '07:30:00', '23:59:59'),
  read_at: fc.constantFrom(
    '1999-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.001Z',
  ),
  code: fc.constantFrom(
    '00000000-0000-4000-8000-000000000000',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ),
  author_id: fc.integer({ min: 1, max: 3 }),
  sequel_of_id: fc.integer({ min: 1, max: 8 }),
} satisfies Record<string, fc.Arbitrary<Scalar>>;
type Field = keyof typeof VALUES;
const FIELDS = Object.keys(VALUES) as Field[];
const TEXTS: readonly Field[] = ['title', 'shelf', 'body'];

/** Equal ones in other words, and others that are nearly equal. */
const json = fc.constantFrom<Comparand>(
  { a: 1, b: { c: [], d: null } },
  { b: { d: null, c: [] }, a: 1 },
  { a: 1, b: { c: [] } },
  { a: '1' },
  {},
  [],
  [[]],
  [1, 2],
  [2, 1],
  [null],
  1,
  '1',
  true,
  'true',
  '',
  'null',
  'É "\\ 😀',
  0.1,
  1e21,
  5e-324,
  2 ** 53,
  2 ** 53 - 1,
);

const nullable = (value: fc.Arbitrary<unknown>) => fc.option(value, { freq: 3 });

/** Books that differ in all kinds of columns, and are equal in many of them. */
export const someBooks = (count: number): readonly Values[] =>
  fc.sample(
    fc.record({
      ...Object.fromEntries(FIELDS.map((name) => [name, nullable(VALUES[name])])),
      title: text.map((value) => value || 'x'),
      extra: nullable(json),
      sequel_of_id: fc.constant(null),
    }),
    { numRuns: count, seed: 7 },
  );

/** What they can be sorted by. */
export const BOOK_FIELDS: readonly string[] = FIELDS;

const field = fc.constantFrom(...FIELDS);
const comparison = field.chain((name) =>
  fc.record({
    op: fc.constantFrom(
      'eq' as const,
      'lt' as const,
      'lte' as const,
      'gt' as const,
      'gte' as const,
    ),
    field: fc.constant(name),
    value: VALUES[name] as fc.Arbitrary<Scalar>,
  }),
);
const leaf: fc.Arbitrary<Where> = fc.oneof(
  comparison,
  fc.constantFrom(...FIELDS, 'extra').map((name): Where => ({ op: 'null', field: name })),
  json.map((value): Where => ({ op: 'eq', field: 'extra', value })),
  fc.array(json, { maxLength: 3 }).map((values): Where => ({ op: 'in', field: 'extra', values })),
  field.chain((name) =>
    fc.record({
      op: fc.constant('in' as const),
      field: fc.constant(name),
      values: fc.array(VALUES[name] as fc.Arbitrary<Scalar>, { maxLength: 3 }),
    }),
  ),
  fc.record({
    op: fc.constant('contains' as const),
    field: fc.constantFrom(...TEXTS),
    value: text,
  }),
  fc.record({
    op: fc.constant('words' as const),
    fields: fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 1 }),
    words: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    op: fc.constant('contains' as const),
    field: fc.constantFrom(
      'pages',
      'isbn',
      'weight',
      'price',
      'bought_on',
      'opens_at',
      'read_at',
      'code',
    ),
    value: fc.constantFrom('0', '1', '.', '-', 'e', 'E-', 'T', ':0', 'F', 'Z', '9'),
  }),
  fc.record({
    op: fc.constant('startsWith' as const),
    field: fc.constantFrom(...TEXTS),
    value: text,
  }),
  fc.constantFrom<Where>(
    { op: 'same', field: 'title', other: 'shelf' },
    { op: 'same', field: 'author_id', other: 'sequel_of_id' },
    { op: 'less', field: 'author_id', other: 'sequel_of_id' },
    { op: 'less', field: 'weight', other: 'price' },
    { op: 'all' },
    { op: 'none' },
  ),
  text.map((value): Where => ({
    op: 'parent',
    field: 'author_id',
    where: { op: 'eq', field: 'name', value },
  })),
  fc.constant<Where>({
    op: 'parent',
    field: 'author_id',
    where: { op: 'not', item: { op: 'null', field: 'email' } },
  }),
);
const { where } = fc.letrec<{ where: Where }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      items: fc.array(tie('where'), { maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), item: tie('where') }),
    fc.record({
      op: fc.constant('parent' as const),
      field: fc.constant('sequel_of_id'),
      where: tie('where'),
    }),
    fc.record({
      op: fc.constant('children' as const),
      model: fc.constant('Book'),
      field: fc.constant('sequel_of_id'),
      where: tie('where'),
    }),
  ),
}));

/** Every condition selects what the oracle selects; `url` gives a fresh database. */
export const describeConditions = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  const rows: Record<string, Values[]> = {};

  beforeAll(async () => {
    library = await openLibrary(await url());
    const { engine } = library;
    const people = [{ name: 'ab' }, { name: 'aB', email: 'a@b.cd' }, { name: 'Éé' }];
    for (const person of people) await engine.system(Person).create(person);
    for (const book of someBooks(60)) await engine.system(Book).create(book);
    // As plain SQL writes moments on SQLite.
    if (library.database.dialect.name === 'sqlite')
      await library.database.dataSource.query(
        `UPDATE book SET read_at = replace(read_at, '.000', '') WHERE id % 2 = 1`,
      );
    for (let id = 10; id <= 60; id += 2)
      await engine.system(Book).update(id, { sequel_of_id: id % 8 || null });
    for (const name of ['x', 'y']) await engine.system(Tag).create({ name });
    for (let id = 0; id < 4; id++)
      await engine.system(Note).create({ title: `n${id}`, tags: [1, 2].slice(0, id % 3) });
    for (const [model, entity] of Object.entries({ Book, Person, Note, Tag })) {
      const all: Values[] = JSON.parse(
        (await engine.system(entity as typeof Book).list({ _end: '100' })).text,
      );
      rows[model] = all;
    }
  }, 60_000);
  afterAll(() => library.database.close());

  const world: World = {
    rows: (model) => rows[model]!,
    target: (_model, name) => ({ author_id: 'Person', sequel_of_id: 'Book', tags: 'Tag' })[name]!,
    numeric: (_model, name) => name === 'isbn',
  };

  async function select(condition: Where, name: string): Promise<number[]> {
    const { database, engine } = library;
    const model = engine.model(name);
    const { sql, values } = compileWhere(condition, model, {
      dialect: database.dialect,
      model: engine.model,
    });
    const statement = {
      sql: `SELECT id FROM ${model.table} WHERE ${sql} ORDER BY id`,
      name: `t${sql.length}${Math.random()}`,
    };
    const found = await database.read((session) => session.rows(statement, values));
    return found.map((row) => Number(row[0]));
  }
  const expected = (condition: Where, name: string) =>
    rows[name]!.filter((row) => matches(condition, row, name, world)).map((row) => row.id);

  test('select the rows that the oracle selects', async () => {
    await fc.assert(
      fc.asyncProperty(where, async (condition) => {
        expect(await select(condition, 'Book')).toEqual(expected(condition, 'Book'));
      }),
      { numRuns: 3000 },
    );
  }, 120_000);

  test('look through many-to-many fields', async () => {
    for (const name of ['x', 'y', 'z']) {
      const linked: Where = {
        op: 'linked',
        field: 'tags',
        where: { op: 'eq', field: 'name', value: name },
      };
      for (const condition of [linked, { op: 'not', item: linked } as Where])
        expect(await select(condition, 'Note')).toEqual(expected(condition, 'Note'));
    }
  });

  const tagged = fc.oneof(
    fc.constantFrom('x', 'y', 'z').map((value): Where => ({ op: 'eq', field: 'name', value })),
    fc.constant<Where>({ op: 'all' }),
  );
  const link = tagged.map((of): Where => ({ op: 'linked', field: 'tags', where: of }));
  const links = fc.array(
    fc.oneof(
      link,
      link.map((item): Where => ({ op: 'not', item })),
    ),
    { maxLength: 5 },
  );

  test('look through many of them at once', async () => {
    const group = fc.record({ op: fc.constantFrom('and' as const, 'or' as const), items: links });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 4 }), async (items) => {
        const condition: Where = { op: 'and', items };
        expect(await select(condition, 'Note')).toEqual(expected(condition, 'Note'));
      }),
      { numRuns: 300 },
    );
  });

  test('with two hundred links are planned in a moment', async () => {
    const items = Array.from({ length: 200 }, (_, at): Where => ({
      op: 'linked',
      field: 'tags',
      where: { op: 'in', field: 'id', values: [at % 3, 1000 + at] },
    }));
    const began = performance.now();
    expect(await select({ op: 'and', items }, 'Note')).toEqual([]);
    expect(performance.now() - began).toBeLessThan(3000);
  });
};
