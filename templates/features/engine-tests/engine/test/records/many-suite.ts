import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { onStatement } from '../../database/trace-statement.js';
import { increment } from '../../model/increment.js';
import { defineHooks, type HookDefinition } from '../../model/define-hooks.js';
import { HttpProblem } from '../../problem/problem.js';
import { defineRules } from '../../rules/index.js';
import { custom, defineAccess } from '../../model/access-rules.js';
import { where } from '../../model/where.js';
import { Book, Note, Paper, Person, Remark, Tag, modules } from '../fixtures/library.js';
import {
  admin,
  emptyLibrary,
  openLibrary,
  problemOf,
  statusOf,
  user,
} from '../fixtures/open-library.js';

const manager = user(2, ['Manager'], [1]);
const editor = user(4, ['Editor'], [2]);

/** In the order of checks of the contract. */
const ORDER = [404, 412, 422, 403, 409];

/** What writes of many records promise on every database; `url` gives a fresh one. */
export const describeMany = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  /** What the hooks of this test do. */
  let paperHooks: HookDefinition<Paper> = {};
  beforeAll(async () => {
    const relay = (name: 'beforeSave' | 'afterSave') => (event: never) =>
      (paperHooks[name] as ((event: never) => unknown) | undefined)?.(event);
    const hooks = defineHooks(Paper, {
      beforeSave: relay('beforeSave'),
      afterSave: relay('afterSave'),
      afterCommit: (event) => paperHooks.afterCommit?.(event),
    } as HookDefinition<Paper>);
    const rules = defineRules<Book>({
      pages: ({ pages }) => Number(pages) >= 1000 && 'A book has less than 1000 pages',
    });
    library = await openLibrary(await url(), {
      modules: modules.map((one) => {
        if (one.entity === Paper) return { ...one, hooks };
        return one.entity === Book ? { ...one, rules } : one;
      }),
    });
  }, 60_000);
  beforeEach(async () => {
    paperHooks = {};
    await emptyLibrary(library.database);
    for (const name of ['Ann', 'Ben', 'Cid', 'Dan'])
      await library.engine.system(Person).create({ name });
    for (const name of ['red', 'blue']) await library.engine.system(Tag).create({ name });
  });
  afterAll(() => library.database.close());

  const of = <T extends object>(who: typeof admin, entity: new () => T) =>
    library.engine.as(who)(entity);
  const operations = (who: typeof admin, entity: new () => object) =>
    library.engine.operations(who)(entity);
  const countOf = (entity: new () => object) => library.engine.system(entity).count();
  const problemsOf = async (work: Promise<unknown>) => {
    const problem = await problemOf(work);
    return [
      problem?.status,
      problem?.problems.map(({ index, field, code }) => [index, field, code]),
    ];
  };
  /** How many statements a piece of work takes. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    let count = 0;
    const end = onStatement(() => void count++);
    try {
      await work();
    } finally {
      end();
    }
    return count;
  };

  test('creates records of every type, in the order in which they came', async () => {
    const values = Array.from({ length: 25 }, (_, at) => ({
      title: `t${at}`,
      pages: at % 3 === 0 ? null : at,
      isbn: at % 2 === 0 ? '9007199254740993' : null,
      weight: at / 3,
      price: at + 0.25,
      lent: at % 2 === 0,
      bought_on: '2026-02-03',
      opens_at: '10:30:00',
      read_at: '2026-01-01T10:00:00.120Z',
      code: `00000000-0000-4000-8000-0000000000${String(10 + at)}`,
      extra: at % 2 === 0 ? { a: [at, null, 'x"\\'] } : [at],
      state: 'used',
      author_id: (at % 3) + 1,
    }));
    const created = await of(admin, Book).createMany(values);
    expect(created).toMatchObject(values);
    expect(created.map(({ id }) => id)).toEqual(values.map((_, at) => at + 1));
    for (const record of created) expect(await of(admin, Book).get(record.id)).toEqual(record);
    // The next one follows.
    expect((await of(admin, Book).create({ title: 'x' })).id).toBe(26);
  });

  test('items may leave out what has a default', async () => {
    const created = await of(admin, Book).createMany([
      { title: 'a' },
      { title: 'b', pages: 7, state: null },
      { title: 'c' },
    ]);
    expect(created).toMatchObject([
      { title: 'a', pages: 1, state: 'new' },
      { title: 'b', pages: 7, state: null },
      { title: 'c', pages: 1, state: 'new' },
    ]);
    expect(await of(admin, Paper).createMany([{ name: 'p' }, { name: 'q' }])).toMatchObject([
      { id: 1, name: 'p', version: 1 },
      { id: 2, name: 'q', version: 1 },
    ]);
  });

  test('nothing is written where anything is refused, and all problems of a check are told', async () => {
    const work = operations(admin, Book).createMany([
      { title: 'good' },
      { pages: 'x' },
      'no object',
      { title: 'rule', pages: 5000 },
      { title: 'gone', author_id: 99, nothing: 1 },
    ]);
    expect(await problemsOf(work)).toEqual([
      422,
      [
        [1, 'title', 'required'],
        [1, 'pages', 'type'],
        [2, '', 'type'],
        [3, 'pages', 'rule'],
        [4, 'nothing', 'unknown-field'],
        [4, 'author_id', 'reference'],
      ],
    ]);
    expect(await countOf(Book)).toBe(0);
  });

  test('what no bulk statement can write is written row by row', async () => {
    const bulk = vi.spyOn(library.database.dialect, 'insertRows');
    onTestFinished(() => bulk.mockRestore());
    // As where somebody has changed the type of a column by hand.
    bulk.mockRejectedValueOnce(new Error('a bulk statement has another type'));
    await of(admin, Book).createMany([{ title: 'one' }, { title: 'two' }]);
    expect(bulk).toHaveBeenCalledOnce();
    expect(await of(admin, Book).count()).toBe(2);
  });

  test('the position of what the database refuses is found', async () => {
    await of(admin, Person).create({ name: 'Dan', email: 'd@x.org' });
    const people = [
      { name: 'Eva' },
      { name: 'Eve', email: 'e@x.org' },
      { name: 'Don', email: 'd@x.org' },
    ];
    expect(await problemsOf(of(admin, Person).createMany(people))).toEqual([
      409,
      [[2, 'email', 'unique']],
    ]);
    const twice = [
      { name: 'Eva', email: 'e@x.org' },
      { name: 'Eve', email: 'e@x.org' },
    ];
    expect(await problemsOf(of(admin, Person).createMany(twice))).toEqual([
      409,
      [[1, 'email', 'unique']],
    ]);
    expect(await countOf(Person)).toBe(5);
  });

  test('row rules come before uniqueness, wherever each of them is', async () => {
    const alone = user(2, ['Manager']);
    await library.engine.system(Note).create({ title: 'old', slug: 's', tenant_id: 1 });
    const inTenant = { slug: 's', tenant_id: 1 };
    expect(
      await problemsOf(
        operations(manager, Note).createMany([{ title: 'a' }, { title: 'taken', ...inTenant }]),
      ),
    ).toEqual([409, [[1, 'slug', 'unique']]]);
    const work = operations(alone, Note).createMany([
      { title: 'fine' },
      { title: 'foreign', owner_id: 3 },
      { title: 'nobody', owner_id: null },
      { title: 'gone', owner_id: 99 },
    ]);
    expect(await problemsOf(work)).toEqual([
      422,
      [
        [1, 'owner_id', 'reference'],
        [3, 'owner_id', 'reference'],
      ],
    ]);
    const foreign = operations(alone, Note).createMany([
      { title: 'nobody', owner_id: null },
      { title: 'foreign', owner_id: 3 },
    ]);
    expect(await problemsOf(foreign)).toEqual([422, [[1, 'owner_id', 'reference']]]);
    await library.engine.system(Paper).create({ name: 'p', status: 'public' });
    const papers = operations(editor, Paper).createMany([
      { name: 'a', status: 'public' },
      { name: 'b' },
      { name: 'c', status: 'secret' },
    ]);
    expect(await problemsOf(papers)).toEqual([
      403,
      [
        [1, '', 'row-rule'],
        [2, '', 'row-rule'],
      ],
    ]);
    expect(await countOf(Paper)).toBe(1);
  });

  test.each([
    ['together', {}],
    ['in turn', defineHooks(Note, { beforeSave: () => undefined })],
  ])('the problems of others do not tell which owners exist: %s', async (_, hooks) => {
    const other = await openLibrary(await url(), {
      modules: modules.map((one) => (one.entity === Note ? { ...one, hooks } : one)),
    });
    try {
      for (const name of ['Ann', 'Ben', 'Cid']) await other.engine.system(Person).create({ name });
      const notes = other.engine.operations(user(2, ['Manager']))(Note);
      const mine = (await notes.create({ title: 'mine' })).record.id;
      const also = (await notes.create({ title: 'mine' })).record.id;
      for (const beside of [3, 99]) {
        const created = (owner: number) =>
          problemOf(
            notes.createMany([
              { title: 'x', owner_id: owner },
              { title: 'y', owner_id: beside },
            ]),
          );
        const changed = (owner: number) =>
          problemOf(
            notes.updateMany([
              { id: mine, values: { owner_id: owner } },
              { id: also, values: { owner_id: beside } },
            ]),
          );
        for (const ask of [created, changed]) {
          const found = await ask(3);
          expect(found?.status).toBe(422);
          expect(found).toEqual(await ask(77));
        }
      }
    } finally {
      await other.database.close();
    }
  });

  test('changes records by their ids, each its own fields', async () => {
    await of(admin, Book).createMany([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
    const changed = await of(admin, Book).updateMany([
      { id: 3, values: { title: 'C', author_id: 2, extra: { a: 1 } } },
      { id: 1, values: { pages: increment(5), price: 2.5 } },
      { id: 2, values: {} },
    ]);
    expect(changed).toMatchObject([
      { id: 3, title: 'C', author_id: 2, extra: { a: 1 } },
      { id: 1, title: 'a', pages: 6, price: 2.5 },
      { id: 2, title: 'b' },
    ]);
    for (const record of changed) expect(await of(admin, Book).get(record.id)).toEqual(record);
  });

  test('counts versions, and compares them', async () => {
    const papers = of(admin, Paper);
    const created = await papers.createMany([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const renamed = created.map(({ id }) => ({ id, values: { name: 'n' } }));
    expect(await papers.updateMany(renamed)).toMatchObject([
      { version: 2 },
      { version: 2 },
      { version: 2 },
    ]);
    const expected = renamed.map((one, at) => ({ ...one, ifMatch: { version: at === 1 ? 1 : 2 } }));
    expect(await problemsOf(papers.updateMany(expected))).toEqual([412, [[1, '', 'changed']]]);
    expect((await papers.get(1)).version).toBe(2);
  });

  test('a list of one change names its position, too', async () => {
    for (const [entity, values] of [
      [Person, { name: 'none' }],
      [Paper, { title: 'none' }],
      [Note, { title: 'none' }],
    ] as const) {
      const work = operations(admin, entity as new () => object).updateMany([{ id: 99, values }]);
      expect(await problemsOf(work), entity.name).toEqual([404, [[0, '', 'no-record']]]);
    }
  });

  test('what does not exist for the writer is missing, whatever else is wrong', async () => {
    await library.engine.system(Note).createMany([
      { title: 'mine', tenant_id: 1, owner_id: 2 },
      { title: 'not mine', tenant_id: 2, owner_id: 3 },
    ]);
    const work = operations(manager, Note).updateMany([
      { id: 1, values: { title: '' } },
      { id: 2, values: { title: 'x' } },
      { id: 99, values: {} },
      { id: NaN, values: {} },
    ]);
    expect(await problemsOf(work)).toEqual([
      404,
      [
        [1, '', 'no-record'],
        [2, '', 'no-record'],
        [3, '', 'no-record'],
      ],
    ]);
  });

  test('a record is there once', async () => {
    await of(admin, Tag).create({ name: 'x' });
    const twice = [1, 2, 1, 3, 2].map((id) => ({ id, values: {} }));
    const refused = operations(admin, Note).updateMany(twice);
    expect(await problemsOf(refused)).toEqual([
      400,
      [
        [2, 'id', 'repeated'],
        [4, 'id', 'repeated'],
      ],
    ]);
    expect((await problemOf(refused))!.detail).toBe('At index 2: The id 1 occurs more than once.');
  });

  test('records are read together as one by one, by whomever', async () => {
    const tags = (await of(admin, Tag).find()).map(({ id }) => id);
    const notes = Array.from({ length: 40 }, (_, at) => ({
      ...{ title: `n${at}`, secret: 's', owner_id: (at % 4) + 1, tenant_id: (at % 3) + 1 },
      ...(at % 2 === 0 && { tags }),
    }));
    const all = (await library.engine.system(Note).createMany(notes)).map(({ id }) => id);
    for (const name of ['p', 'q']) await library.engine.system(Paper).create({ name });
    const asked = [...all, 999, all[0]!, 1, 2];
    const viewer = user(3, ['Viewer'], [3]);
    for (const entity of [Note, Paper, Book])
      for (const who of [admin, manager, editor, viewer]) {
        const records = operations(who, entity);
        const found = await records.getMany(asked);
        for (const id of asked) {
          const one = await records.get(id).catch(() => undefined);
          expect(found.get(id), `${entity.name} ${id} of ${who.username}`).toEqual(one);
        }
      }
    expect((await operations(manager, Note).getMany(all)).size).toBeLessThan(all.length);
    expect(await statementsOf(() => operations(admin, Note).getMany(all))).toBeLessThan(6);
    expect(await statusOf(operations(user(5, ['Remover']), Remark).getMany([1]))).toBe(403);
    expect(await statementsOf(() => operations(admin, Note).getMany([]))).toBe(0);
  });

  test('upserts by a unique field: what is there is changed, the rest created', async () => {
    const people = operations(admin, Person);
    await people.createMany([
      { name: 'Eva', email: 'e@x.org', salary: 5 },
      { name: 'Flo', email: 'f@x.org' },
    ]);
    const written = await people.upsertMany(
      [
        { email: 'g@x.org', name: 'Gus' },
        { email: 'e@x.org', name: 'Eve' },
        { email: 'f@x.org', salary: 7 },
      ],
      ['email'],
    );
    expect(written).toMatchObject([
      { created: true, record: { name: 'Gus', email: 'g@x.org' } },
      { created: false, record: { name: 'Eve', email: 'e@x.org', salary: 5 } },
      { created: false, record: { name: 'Flo', salary: 7 } },
    ]);
    expect(await countOf(Person)).toBe(7);
    expect(
      await problemsOf(people.upsertMany([{ email: 'h@x.org' }, { name: 'I' }, 7], ['email'])),
    ).toEqual([
      422,
      [
        [1, 'email', 'required'],
        [2, '', 'type'],
      ],
    ]);
    expect(await problemsOf(people.upsertMany([{ email: 'h@x.org' }], ['email']))).toEqual([
      422,
      [[0, 'name', 'required']],
    ]);
    const twice = [
      { email: 'h@x.org', name: 'a1' },
      { email: 'h@x.org', name: 'a2' },
    ];
    expect(await problemsOf(people.upsertMany(twice, ['email']))).toEqual([
      400,
      [[1, '', 'repeated']],
    ]);
    for (const on of [['name'], ['email', 'name'], [], ['pin'], ['salary']])
      expect(await problemsOf(people.upsertMany([], on))).toEqual([
        400,
        [[undefined, '_on', 'no-unique']],
      ]);
  });

  test('an upsert within a tenant finds only what its writer may change', async () => {
    await library.engine.system(Note).createMany([
      { title: 'one', slug: 's', tenant_id: 1 },
      { title: 'two', slug: 's', tenant_id: 2 },
    ]);
    const notes = operations(manager, Note);
    expect(await notes.upsertMany([{ title: 'mine', slug: 's' }], ['slug'])).toMatchObject([
      { created: false, record: { id: 1, title: 'mine' } },
    ]);
    expect((await library.engine.system(Note).get(2)).title).toBe('two');
    const named = [{ title: 'new', slug: 't', tenant_id: 1 }];
    expect(await notes.upsertMany(named, ['tenant_id', 'slug'])).toMatchObject([
      { created: true, record: { title: 'new', tenant_id: 1 } },
    ]);
    const foreign = [{ title: 'new', slug: 's', tenant_id: 2 }];
    expect(await problemsOf(notes.upsertMany(foreign, ['tenant_id', 'slug']))).toEqual([
      422,
      [[0, 'tenant_id', 'reference']],
    ]);
  });

  test('an upsert of what is hidden from its writer is a conflict', async () => {
    const access = { fields: {}, rows: [custom(() => where.eq('name', 'Eva'))] };
    const other = await openLibrary(await url(), {
      modules: modules.map((one) =>
        one.entity === Person ? { ...one, access: defineAccess<Person>(access) } : one,
      ),
    });
    try {
      await other.engine.system(Person).create({ name: 'Ann', email: 'a@x.org' });
      const people = other.engine.operations(editor)(Person);
      const sent = [
        { name: 'Eva', email: 'e@x.org' },
        { name: 'Eva', email: 'a@x.org' },
      ];
      expect(await problemsOf(people.upsertMany(sent, ['email']))).toEqual([
        409,
        [[1, 'email', 'unique']],
      ]);
      expect(await other.engine.system(Person).count()).toBe(1);
    } finally {
      await other.database.close();
    }
  });

  type Engine = Awaited<ReturnType<typeof openLibrary>>['engine'];
  test.each<[string, (engine: Engine, email: string, name: string) => Promise<object | undefined>]>(
    [
      [
        'a request',
        async ({ operations: by }, email, name) =>
          (await by(admin)(Person).upsertMany([{ name, email }], ['email']))[0],
      ],
      ['code', ({ system }, email, name) => system(Person).upsert({ email }, { name })],
    ],
  )('an upsert of %s changes no record that has another key by now', async (_door, upsert) => {
    let isRenamed = false;
    const hooks = defineHooks(Person, {
      beforeTransaction: async ({ system }) => {
        if (isRenamed) return;
        isRenamed = true;
        await system(Person).update(1, { email: 'b@x.org' });
      },
    });
    const other = await openLibrary(await url(), {
      modules: modules.map((one) => (one.entity === Person ? { ...one, hooks } : one)),
    });
    try {
      isRenamed = true;
      await other.engine.system(Person).create({ name: 'Ann', email: 'a@x.org' });
      isRenamed = false;
      expect(await upsert(other.engine, 'a@x.org', 'Eva')).toMatchObject({
        created: true,
        record: { name: 'Eva' },
      });
      expect(await other.engine.system(Person).get(1)).toMatchObject({
        name: 'Ann',
        email: 'b@x.org',
      });
    } finally {
      await other.database.close();
    }
  });

  test('of upserts side by side each ends with one record', async () => {
    const people = operations(admin, Person);
    const emails = Array.from({ length: 20 }, (_, at) => `p${at}@x.org`);
    const sent = (name: string) => emails.map((email) => ({ email, name }));
    await Promise.all(
      ['Eva', 'Flo', 'Gus'].map((name) => people.upsertMany(sent(name), ['email'])),
    );
    expect(await countOf(Person)).toBe(24);
  });

  test('links are written, kept and taken away', async () => {
    const notes = library.engine.system(Note);
    const created = await notes.createMany([
      { title: 'a', tags: [1, 2] },
      { title: 'b' },
      { title: 'c', tags: [2], related: [] },
    ]);
    expect(created).toMatchObject([{ tags: [1, 2] }, { tags: [] }, { tags: [2] }]);
    const changed = await notes.updateMany([
      { id: 1, values: { tags: [2] } },
      { id: 2, values: { related: ['a', 'c'] } },
      { id: 3, values: { title: 'd' } },
    ]);
    expect(changed).toMatchObject([
      { tags: [2] },
      { tags: [], related: expect.any(Array) as unknown },
      { tags: [2], title: 'd' },
    ]);
    expect(changed[1]!.related).toHaveLength(2);
    expect(
      await problemsOf(notes.createMany([{ title: 'x' }, { title: 'y', tags: [1, 9] }])),
    ).toEqual([422, [[1, 'tags', 'reference']]]);
  });

  test('two changes do not close a circle together', async () => {
    await of(admin, Book).createMany([{ title: 'a' }, { title: 'b' }]);
    const work = of(admin, Book).updateMany([
      { id: 1, values: { sequel_of_id: 2 } },
      { id: 2, values: { sequel_of_id: 1 } },
    ]);
    expect(await problemsOf(work)).toEqual([422, [[1, 'sequel_of_id', 'cycle']]]);
  });

  test('hooks run for each record in its turn, and those after the commit once', async () => {
    const heard: unknown[] = [];
    paperHooks = {
      beforeSave: async ({ values, system }) => {
        heard.push(['before', values.name, await system(Paper).count()]);
        return { status: `s${String(values.name)}` };
      },
      afterSave: ({ after }) => void heard.push(['after', after!.name, after!.status]),
      afterCommit: ({ after, before, operation }) =>
        void heard.push([operation, before?.name, after!.name]),
    };
    await of(admin, Paper).createMany([{ name: 'a' }, { name: 'b' }]);
    await library.database.dataSource.query('SELECT 1');
    await expect.poll(() => heard.length).toBe(6);
    expect(heard).toEqual([
      ['before', 'a', 0],
      ['after', 'a', 'sa'],
      ['before', 'b', 1],
      ['after', 'b', 'sb'],
      ['create', undefined, 'a'],
      ['create', undefined, 'b'],
    ]);
    heard.length = 0;
    paperHooks = {
      ...paperHooks,
      beforeSave: ({ before }) => {
        if (before?.name === 'b') throw new HttpProblem(409, 'Not b.');
      },
    };
    const work = of(admin, Paper).updateMany([
      { id: 1, values: { name: 'A' } },
      { id: 2, values: { name: 'B' } },
    ]);
    expect(await problemsOf(work)).toEqual([409, [[1, '', '409']]]);
    expect((await of(admin, Paper).get(1)).name).toBe('a');
    expect(heard).toEqual([['after', 'A', 'sa']]);
  });

  test('code is refused fields that its user may not write, as for one record', async () => {
    const people = of(manager, Person);
    expect(await statusOf(people.createMany([{ name: 'Dan' }, { name: 'Eva', salary: 1 }]))).toBe(
      403,
    );
    expect(await statusOf(people.updateMany([{ id: 1, values: { salary: 1 } }]))).toBe(403);
    const dropped = await operations(manager, Person).createMany([{ name: 'Dan', salary: 1 }]);
    expect(
      (await library.engine.system(Person).get(dropped.records[0]!.id as number)).salary,
    ).toBeNull();
    expect(await statusOf(of(user(5, ['Viewer'], [1]), Note).createMany([{ title: 'x' }]))).toBe(
      403,
    );
  });

  test('a table whose ids come from elsewhere has them from there', async () => {
    const other = await openLibrary(await url(), {
      prepare: async ({ dataSource, dialect }) => {
        if (dialect.name === 'sqlite') return;
        await dataSource.query('ALTER TABLE person ALTER COLUMN id DROP IDENTITY IF EXISTS');
        await dataSource.query('CREATE SEQUENCE own_ids START 70');
        await dataSource.query("ALTER TABLE person ALTER COLUMN id SET DEFAULT nextval('own_ids')");
      },
    });
    try {
      const people = other.engine.system(Person);
      const first = other.database.dialect.name === 'postgres' ? 70 : 1;
      const made = await people.createMany([{ name: 'Ann' }, { name: 'Ben' }]);
      expect(made.map(({ id }) => id)).toEqual([first, first + 1]);
    } finally {
      await other.database.close();
    }
  });

  test('rows that are too large for a response are not read for rules either', async () => {
    const rules = defineRules<Book>({ pages: ({ pages }) => Number(pages) > 9 && 'Too many' });
    const other = await openLibrary(await url(), {
      modules: modules.map((one) => (one.entity === Book ? { ...one, rules } : one)),
      settings: { maxPageSize: 100, maxQueryCost: 300, pageLimit: 100_000 },
    });
    try {
      const body = 'x'.repeat(10_000);
      const ids = await other.engine
        .system(Book)
        .createMany(Array.from({ length: 40 }, () => ({ title: 'wide', body })));
      const response = { closed: false, once: () => response } as never;
      const books = other.engine.operations(admin, { response })(Book);
      const values = { pages: 2 };
      const read: string[] = [];
      const end = onStatement(({ sql }) => void read.push(sql));
      const work = books.updateMany(ids.map(({ id }) => ({ id, values })));
      expect((await problemOf(work))?.problems).toMatchObject([{ code: 'page-too-large' }]);
      end();
      // Of the texts only their lengths.
      expect(read.filter((sql) => /(?<!octet_length\()"body"/.test(sql))).toEqual([]);
      expect(await books.updateMany([{ id: ids[0]!.id, values }])).toHaveLength(1);
      expect((await other.engine.system(Book).get(ids[1]!.id)).pages).toBe(1);
    } finally {
      await other.database.close();
    }
  });

  test('takes part in a transaction of the caller', async () => {
    const { dataSource } = library.database;
    const work = dataSource.transaction(async () => {
      await of(admin, Book).createMany([{ title: 'a' }, { title: 'b' }]);
      await of(admin, Book)
        .createMany([{ title: 'c', author_id: 99 }])
        .catch(() => undefined);
      expect(await countOf(Book)).toBe(2);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await countOf(Book)).toBe(0);
  });

  test('no records are none', async () => {
    expect(await of(admin, Book).createMany([])).toEqual([]);
    expect(await of(admin, Book).updateMany([])).toEqual([]);
  });

  test('references are looked up once for all, and rows written by few statements', async () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ title: `t${at}`, author_id: (at % 3) + 1 }));
    const isPostgres = library.database.dialect.name === 'postgres';
    const few = await statementsOf(() => of(admin, Book).createMany(some(2)));
    const many = await statementsOf(() => of(admin, Book).createMany(some(200)));
    // A statement of SQLite costs no round trip: there each row has its own.
    expect(many - few).toBe(isPostgres ? 0 : 198);
    const changes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        id: at + 1,
        values: { pages: at, author_id: null },
      }));
    const fewer = await statementsOf(() => of(admin, Book).updateMany(changes(2)));
    const more = await statementsOf(() => of(admin, Book).updateMany(changes(200)));
    expect(more - fewer).toBe(isPostgres ? 0 : 198);
  });

  test('any writes together end as they would one by one, or none of them is done', async () => {
    const item = fc.record(
      {
        title: fc.constantFrom('a', 'b', '', 'x'.repeat(300)),
        slug: fc.constantFrom('s', 't', 'u', 'v', null),
        owner_id: fc.constantFrom(4, 3, 99, null),
        tags: fc.constantFrom([1], [1, 2], [9]),
      },
      { requiredKeys: [] },
    );
    const taken = { title: 'old', slug: 's', tenant_id: 2, owner_id: 4 };
    const notes = operations(editor, Note);
    const alone = async (work: () => Promise<unknown>): Promise<number> => {
      let status = 0;
      await library.database
        .write(async () => {
          status = await statusOf(work());
          throw new Error('undone');
        })
        .catch((error: Error) => {
          if (error.message !== 'undone') throw error;
        });
      return status;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 5 }), async (items) => {
        await library.database.dataSource.query('DELETE FROM note');
        await library.engine.system(Note).create(taken);
        const statuses: number[] = [];
        for (const one of items) statuses.push(await alone(() => notes.create(one)));
        const first = ORDER.find((status) => statuses.includes(status));
        const slugs = items.map(({ slug }) => slug).filter((slug) => (slug ?? null) !== null);
        const expected = first ?? (new Set(slugs).size < slugs.length ? 409 : 0);
        const problem = await problemOf(notes.createMany(items));
        expect(problem?.status ?? 0).toBe(expected);
        expect(await countOf(Note)).toBe(1 + (expected === 0 ? items.length : 0));
        if (first === undefined) return;
        const places = new Set(problem!.problems.map(({ index }) => index));
        const refused = statuses.flatMap((one, at) => (one === first ? [at] : []));
        // The database names the first item whose slug is taken, be it by an item before.
        const isTaken = (one: (typeof items)[number], at: number) =>
          statuses[at] === 409 || items.slice(0, at).some(({ slug }) => slug && slug === one.slug);
        expect([...places]).toEqual(first === 409 ? [items.findIndex(isTaken)] : refused);
      }),
      { numRuns: 100 },
    );
  });
};
