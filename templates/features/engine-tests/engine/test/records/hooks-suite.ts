import fc from 'fast-check';
import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineHooks, type HookDefinition } from '../../model/define-hooks.js';
import { NotCommitted } from '../../database/postgres/traced-query-runner.js';
import { serializeError } from '../../database/serialize-error.js';
import { defineRules } from '../../rules/index.js';
import { HookFailed } from '../../model/hooks.js';
import { passOn } from '../../records/writing/nested-records.js';
import { asRecord } from '../fixtures/as-record.js';
import { conflict } from '../../problem/problem.js';
import { Book, Note, Person, Remark, Tag, modules } from '../fixtures/library.js';
import {
  admin,
  emptyLibrary,
  openLibrary,
  problemOf,
  statusOf,
  user,
} from '../fixtures/open-library.js';

const editor = user(4, ['Editor'], [2]);

/** What hooks promise on every database; `url` gives a fresh one. */
export const describeHooks = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  let reports: { text: string; error: unknown }[] = [];
  /** What the hooks of this test do. */
  const hooks: {
    book: HookDefinition<Book>;
    note: HookDefinition<Note>;
    remark: HookDefinition<Remark>;
  } = { book: {}, note: {}, remark: {} };

  /** Every hook is there from the start, and does what the test at hand wants. */
  const relay = <T extends object>(
    entity: new () => T,
    of: () => HookDefinition<T>,
    names: readonly (keyof HookDefinition<T>)[],
  ) =>
    defineHooks(
      entity,
      Object.fromEntries(
        names.map((name) => [
          name,
          (event: never) => (of()[name] as ((event: never) => unknown) | undefined)?.(event),
        ]),
      ),
    );
  const ALL = [
    ...(['beforeValidate', 'beforeTransaction', 'beforeSave', 'afterSave'] as const),
    ...(['beforeDelete', 'afterDelete', 'afterCommit'] as const),
  ];

  beforeAll(async () => {
    const hooksOf = new Map<unknown, ReturnType<typeof defineHooks>>([
      [Book, relay(Book, () => hooks.book, ALL)],
      [Note, relay(Note, () => hooks.note, ALL)],
      [Remark, relay(Remark, () => hooks.remark, ALL)],
    ]);
    library = await openLibrary(await url(), {
      modules: modules.map((module) => ({
        ...module,
        hooks: hooksOf.get(module.entity),
        ...(module.entity === Book && { rules: bookRules }),
      })),
      report: (text, error) => reports.push({ text, error }),
    });
  }, 60_000);
  beforeEach(async () => {
    Object.assign(hooks, { book: {}, note: {}, remark: {} });
    await settled();
    await emptyLibrary(library.database);
    for (const name of ['Ann', 'Ben', 'Cid', 'Dot'])
      await library.engine.system(Person).create({ name });
    reports = [];
  });
  afterAll(() => library.database.close());

  const settled = () => (library.database.dataSource as unknown as Settling).settled();
  const books = (who = admin) => library.engine.as(who)(Book);
  const makeBook = async (values: object) =>
    asRecord<{ id: number } & Record<string, unknown>>(await books().create(values));
  const titles = async () =>
    (JSON.parse((await books().list()).text) as { title: string }[]).map(({ title }) => title);

  it('takes back every part of a transaction that fails, also those that nobody waits for', async () => {
    const { database, engine } = library;
    const parts = () => {
      const all = engine.system(Book);
      return Promise.all([
        // @ts-expect-error -- the wrong value that fails
        all.create({ title: null }),
        all.create({ title: 'second' }),
        all.create({ title: 'third' }),
      ]);
    };
    await expect(database.write(parts)).rejects.toThrow();
    await expect(database.dataSource.transaction(parts)).rejects.toThrow();
    await engine.system(Book).create({ title: 'after' });
    expect(await titles()).toEqual(['after']);
  });

  it('takes back, of the parts of a transaction side by side, the one that fails', async () => {
    const { database, engine } = library;
    const seen: string[] = [];
    hooks.book = { afterCommit: ({ after }) => void seen.push(after!.title) };
    await database.dataSource.transaction(async (manager) => {
      const part = (title: string, fails: boolean) =>
        manager.transaction(async () => {
          await engine.system(Book).create({ title });
          if (fails) throw new Error('changed my mind');
        });
      const parts = [part('first', false), part('second', true), part('third', false)];
      const outcomes = (await Promise.allSettled(parts)).map(({ status }) => status);
      expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    });
    await settled();
    expect(await titles()).toEqual(['first', 'third']);
    expect(seen).toEqual(['first', 'third']);
  });

  it('refuses a part of a transaction whose commit it would not see', async () => {
    const runner = library.database.dataSource.createQueryRunner();
    await runner.startTransaction();
    const inside = runner.manager.transaction(() => Promise.resolve());
    await expect(inside).rejects.toThrow('begin the outer one with `dataSource.transaction(...)`');
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('asks the rules of a row that loses a reference with another one', async () => {
    const rules = defineRules<Book>({
      author_id: ({ author_id, shelf }) =>
        shelf === 'signed' && author_id === null && 'A signed book has an author',
    });
    const other = await openLibrary(await url(), {
      modules: modules.map((module) => (module.entity === Book ? { ...module, rules } : module)),
    });
    try {
      const { system } = other.engine;
      const { id } = await system(Person).create({ name: 'Ann' });
      await system(Book).create({ title: 'x', shelf: 'signed', author_id: id });
      expect(await statusOf(system(Person).remove(id))).toBe(422);
      expect(await system(Person).count({ where: { id } })).toBe(1);
    } finally {
      await other.database.close();
    }
  });

  describe('before a write', () => {
    it('may set what its caller may not, and sees nothing of what they sent for it', async () => {
      const editor = user(3, ['Editor'], [1]);
      const secretOf = async (body: object) => {
        const { id } = asRecord<{ id: number }>(
          await library.engine.operations(editor)(Note).create(body),
        );
        return (await library.engine.system(Note).findOne({ where: { id } }))!.secret;
      };
      hooks.note = { beforeValidate: ({ values }) => ({ secret: `of ${String(values.title)}` }) };
      expect(await secretOf({ title: 'a', secret: 'mine' })).toBe('of a');
      hooks.note = { beforeValidate: ({ values }) => ({ secret: values.secret }) };
      expect(await secretOf({ title: 'b', secret: 'mine' })).toBeNull();
      hooks.note = { beforeValidate: ({ values }) => ({ ...values, slug: 's' }) };
      expect(await secretOf({ title: 'c', secret: 'mine' })).toBeNull();
      hooks.note = { beforeValidate: () => ({ secret: 5 }) };
      const refused = await problemOf(
        library.engine.operations(editor)(Note).create({ title: 'd' }),
      );
      expect(refused?.problems[0]).toMatchObject({ field: 'secret', code: 'type' });
    });

    it('changes what was sent, what was checked and what is written', async () => {
      hooks.book = {
        beforeValidate: ({ values, operation }) =>
          operation === 'create' ? { title: String(values.title).trim() } : undefined,
        beforeTransaction: ({ values }) => ({ body: `${values.title} in short` }),
        beforeSave: ({ values, before }) => ({
          pages: (before?.pages ?? 0) + (values.title?.length ?? 0),
          read_at: new Date('2026-01-31T07:30:00Z'),
        }),
      };
      const book = await makeBook({ title: '  Emma ' });
      expect(book).toMatchObject({ title: 'Emma', body: 'Emma in short', pages: 4 });
      expect(book.read_at).toBe('2026-01-31T07:30:00.000Z');
      await books().update(book.id, { title: 'Emma II' });
      expect(asRecord(await books().get(book.id))).toMatchObject({ title: 'Emma II', pages: 11 });
    });

    it('may leave a value empty, as a client may: it is null, or refused if it is required', async () => {
      const empty = { bought_on: '', pages: '', price: '', extra: '', shelf: '' };
      const stored = { bought_on: null, pages: null, price: null, extra: null, shelf: '' };
      const create = (values: object) => library.engine.operations(admin)(Book).create(values);
      expect(asRecord(await create({ title: 'a', ...empty }))).toMatchObject(stored);
      hooks.book = { beforeSave: () => empty as never };
      expect(asRecord(await create({ title: 'b' }))).toMatchObject(stored);
      hooks.book = { beforeSave: () => ({ title: '' }) };
      const problem = await problemOf(create({ title: 'c' }));
      expect(problem?.problems[0]).toMatchObject({ field: 'title', code: 'required' });
    });

    it('is told nothing of values that are wrong, and what it changes is checked again', async () => {
      let asked = 0;
      hooks.book = { beforeSave: () => ({ title: 'x'.repeat(++asked && 300) }) };
      // @ts-expect-error -- of a wrong type
      expect(await statusOf(books().create({ title: 7 }))).toBe(422);
      expect(asked).toBe(0);
      const problem = await problemOf(books().create({ title: 'fine' }));
      expect(problem?.problems[0]).toMatchObject({ field: 'title', code: 'too-long' });
      expect(await titles()).toEqual([]);
    });

    it('sets a field that the writer may not write, and a reference that they do not see', async () => {
      const theirs = asRecord<{ id: number }>(
        await library.engine.system(Note).create({ title: 'hidden', tenant_id: 1 }),
      );
      hooks.note = { beforeSave: () => ({ secret: 'by code', reply_to_id: theirs.id }) };
      const notes = library.engine.as(editor)(Note);
      const sent = { title: 'mine', tenant_id: 2, secret: 'by hand' };
      const created = await notes.create(notes.pick(sent));
      const stored = asRecord(await library.engine.system(Note).get(created.id));
      expect(stored).toMatchObject({ secret: 'by code', reply_to_id: theirs.id });
    });

    it('gives back what the writer sent without making it its own', async () => {
      const theirs = asRecord<{ id: number }>(
        await library.engine.system(Note).create({ title: 'hidden', tenant_id: 1 }),
      );
      hooks.note = { beforeSave: ({ values }) => ({ ...values, slug: 'by-code' }) };
      const values = { title: 'mine', tenant_id: 2, reply_to_id: theirs.id };
      const problem = await problemOf(library.engine.as(editor)(Note).create(values));
      expect(problem?.problems[0]).toMatchObject({ field: 'reply_to_id', code: 'reference' });
    });

    it('looks for keys that the writer sent as the writer does, in whatever list they come back', async () => {
      await library.engine.system(Note).create({ title: 'hidden', tenant_id: 1 });
      await library.engine.system(Note).create({ title: 'seen', tenant_id: 2 });
      const notes = library.engine.as(editor)(Note);
      const keysOf = (values: object) => (values as { related?: string[] }).related ?? [];
      hooks.note = {
        beforeSave: ({ values }) => ({ related: [...keysOf(values)] }) as object,
      };
      for (const key of ['hidden', 'absent']) {
        const problem = await problemOf(
          notes.create({ title: 'mine', tenant_id: 2, related: [key] }),
        );
        expect(problem?.problems).toMatchObject([{ field: 'related', code: 'reference' }]);
      }
      hooks.note = {
        beforeSave: ({ values }) => ({ related: [...keysOf(values), 'hidden'] }) as object,
      };
      const { id } = await notes.create({ title: 'mine', tenant_id: 2, related: ['seen'] });
      const stored = await library.engine.system(Note).get(id);
      expect(stored).toMatchObject({ related: ['hidden', 'seen'] });
    });

    it('leaves out fields that were not sent, in a create as in an update', async () => {
      const seen: object[] = [];
      hooks.book = {
        beforeTransaction: ({ values }) => void seen.push(values),
        beforeSave: ({ values, defaults }) => {
          seen.push(values, defaults);
        },
      };
      const { id } = await makeBook({ title: 'x', shelf: null });
      const sent = { title: 'x', shelf: null };
      expect(seen.slice(0, 2)).toEqual([sent, sent]);
      expect(seen[2]).toMatchObject({ state: 'new', pages: 1, body: null, author_id: null });
      expect(Object.keys(seen[2]!)).not.toContain('shelf');
      expect(await books().get(id)).toMatchObject({ state: 'new', pages: 1, body: null });
      await books().update(id, { title: 'y' });
      expect(seen.slice(3)).toEqual([{ title: 'y' }, { title: 'y' }, {}]);
    });

    it('sees each field that a replacement sets, sent or not', async () => {
      const { id } = await makeBook({ title: 'x', shelf: 'A', state: 'used' });
      hooks.book = {
        beforeSave: ({ values, defaults }) => {
          expect(values).toMatchObject({ title: 'y', shelf: null, state: 'new' });
          expect(defaults).toEqual({});
        },
      };
      await books().replace(id, { title: 'y' });
      expect(await books().get(id)).toMatchObject({ shelf: null, state: 'new' });
    });

    it('fills in a field that was not sent, and finds it in the hooks that follow', async () => {
      const seen: object[] = [];
      hooks.book = {
        beforeTransaction: ({ values }) => (values.pages === undefined ? { pages: 7 } : undefined),
        beforeSave: ({ values, defaults }) => {
          seen.push(values, defaults);
          return values.shelf === undefined ? { shelf: `for ${values.pages}` } : undefined;
        },
      };
      const { id } = await makeBook({ title: 'x' });
      expect(seen[0]).toEqual({ title: 'x', pages: 7 });
      expect(seen[1]).not.toHaveProperty('pages');
      expect(await books().get(id)).toMatchObject({ pages: 7, shelf: 'for 7', state: 'new' });
      await books().createMany([{ title: 'a' }, { title: 'b', pages: 3, shelf: 'S' }]);
      const stored = await library.engine.system(Book).find({ order: { id: 'asc' } });
      expect(stored.slice(1)).toMatchObject([
        { pages: 7, shelf: 'for 7', state: 'new' },
        { pages: 3, shelf: 'S', state: 'new' },
      ]);
    });

    it('says which field is none', async () => {
      hooks.book = { beforeSave: () => ({ titel: 'x' }) as object };
      const failure = await books()
        .create({ title: 'x' })
        .catch((error: unknown) => error as Error);
      expect(failure).toBeInstanceOf(HookFailed);
      expect((failure as Error).message).toMatch(
        /^Book.beforeSave: titel is not a writable field.*title/,
      );
    });

    it('is not asked of a row that is not there', async () => {
      let asked = 0;
      const count = () => void asked++;
      hooks.book = { beforeValidate: count, beforeTransaction: count, beforeSave: count };
      expect(await statusOf(books().update(99, { title: 'x' }))).toBe(404);
      expect(asked).toBe(0);
    });
  });

  describe('rules', () => {
    it('hold between the fields as they will be, and blame one', async () => {
      const problem = await problemOf(books().create({ title: 'x', weight: 5, pages: 900 }));
      expect(problem?.problems).toEqual([
        { field: 'weight', code: 'rule', message: 'Nine hundred pages weigh more.' },
      ]);
      const { id } = await makeBook({ title: 'x', weight: 5, pages: 10 });
      expect(await statusOf(books().update(id, { pages: 900 }))).toBe(422);
      expect(await statusOf(books().update(id, { pages: 900, weight: 50 }))).toBe(0);
      hooks.book = { beforeSave: () => ({ weight: 5 }) };
      expect(await statusOf(books().update(id, { title: 'y' }))).toBe(422);
    });

    it('fail closed', async () => {
      const failure = await books()
        .create({ title: 'throws' })
        .catch((error: unknown) => error as Error);
      expect((failure as Error).message).toBe('a rule of Book failed');
      expect(await titles()).toEqual([]);
    });
  });

  describe('after a write', () => {
    it('knows the record before and after, in the types of the entity', async () => {
      const seen: unknown[] = [];
      hooks.book = {
        afterSave: ({ operation, before, after }) =>
          void seen.push([operation, before?.title, after.title, after.created_at instanceof Date]),
        afterDelete: ({ before }) => void seen.push(['delete', before.title]),
      };
      const { id } = await makeBook({ title: 'one' });
      await books().update(id, { title: 'two' });
      await books().remove(id);
      expect(seen).toEqual([
        ['create', undefined, 'one', true],
        ['update', 'one', 'two', true],
        ['delete', 'two'],
      ]);
    });

    it('refuses and takes everything back, what it wrote itself included', async () => {
      hooks.book = {
        afterSave: async ({ system, after }) => {
          await system(Tag).create({ name: after.title });
          throw conflict('No more books.');
        },
        afterCommit: () => void reports.push({ text: 'never', error: null }),
      };
      expect((await problemOf(books().create({ title: 'x' })))?.detail).toBe('No more books.');
      expect(await library.engine.system(Tag).count()).toBe(0);
      expect(await titles()).toEqual([]);
      await settled();
      expect(reports).toEqual([]);
    });

    it('fails closed where it throws anything else, and says which it was', async () => {
      hooks.book = { afterSave: () => Promise.reject(new TypeError('x is not a function')) };
      const failure = (await books()
        .create({ title: 'x' })
        .catch((error: unknown) => error)) as Error;
      expect(failure.message).toBe('the hook Book.afterSave failed');
      expect((failure.cause as Error).message).toBe('x is not a function');
      expect(await titles()).toEqual([]);
    });

    it('leaves a record that its writer and what follows the commit get as it left it', async () => {
      const told: unknown[] = [];
      hooks.book = {
        afterSave: async ({ after, manager }) => {
          await manager.update(Book, after!.id, { shelf: `S-${after!.id}` });
        },
        afterCommit: ({ after }) => void told.push(after!.shelf),
      };
      const made = await makeBook({ title: 'x', shelf: 'none' });
      expect(made.shelf).toBe(`S-${made.id}`);
      const changed = asRecord(await books().update(made.id, { shelf: 'other' }));
      expect(changed.shelf).toBe(`S-${made.id}`);
      await settled();
      expect(told).toEqual([made.shelf, made.shelf]);
    });

    it('may move a record out of the sight of its writer, who gets what they wrote', async () => {
      hooks.note = {
        afterSave: async ({ after, manager }) => {
          await manager.update(Note, after!.id, { tenant_id: 1, owner_id: 1 });
        },
      };
      const notes = library.engine.as(editor)(Note);
      const note = await notes.create({ title: 'mine', tenant_id: 2 });
      expect(asRecord(note)).toMatchObject({ title: 'mine', tenant_id: 2 });
      expect(await statusOf(notes.get(note.id))).toBe(404);
    });

    describe('catches the error of a statement', () => {
      const seen: string[] = [];
      const hear = { afterCommit: () => void seen.push('committed') };
      /** One that is refused, as the name is taken. */
      const repeat = (manager: EntityManager) => manager.insert(Tag, { name: 'taken' });
      const careless = async ({ manager }: { manager: EntityManager }) => {
        await repeat(manager).catch(() => undefined);
      };
      beforeEach(async () => {
        seen.length = 0;
        await library.engine.system(Tag).create({ name: 'taken' });
      });
      /** On PostgreSQL that takes the transaction back, which is told with the place; SQLite goes on. */
      const outcomeOf = async (work: () => Promise<unknown>) => {
        const error = await work().then(
          () => null,
          (reason: unknown) => reason,
        );
        await settled();
        if (library.database.dialect.name === 'sqlite') {
          expect(error).toBeNull();
          return 'stored';
        }
        expect(error).toBeInstanceOf(NotCommitted);
        expect(library.database.outageOf(error)).toBeNull();
        const { message, cause } = serializeError(error);
        expect(message).toContain('`manager.transaction` of its own');
        expect(cause).toMatchObject({ code: '23505', table: 'tag' });
        expect(cause!.stack).toContain('hooks-suite');
        expect(seen).toEqual([]);
        return 'taken back';
      };

      it('and answers with what is stored', async () => {
        hooks.book = { ...hear, afterSave: careless };
        const outcome = await outcomeOf(() => books().create({ title: 'x' }));
        expect(await titles()).toEqual(outcome === 'stored' ? ['x'] : []);
        expect(seen).toHaveLength(outcome === 'stored' ? 1 : 0);
      });

      it('before the statement of the write', async () => {
        hooks.book = { ...hear, beforeSave: careless };
        const outcome = await outcomeOf(() => books().create({ title: 'x' }));
        expect(await titles()).toEqual(outcome === 'stored' ? ['x'] : []);
      });

      it('before the record is read for its writer', async () => {
        hooks.note = { ...hear, afterSave: careless };
        const notes = library.engine.as(editor)(Note);
        const outcome = await outcomeOf(() => notes.create({ title: 'mine', tenant_id: 2 }));
        expect(await notes.count()).toBe(outcome === 'stored' ? 1 : 0);
      });

      it('after a delete', async () => {
        const { id } = await makeBook({ title: 'x' });
        hooks.book = { ...hear, afterDelete: careless };
        const outcome = await outcomeOf(() => books().remove(id));
        expect(await titles()).toEqual(outcome === 'stored' ? [] : ['x']);
      });

      it('in a transaction of an endpoint, and of the data source', async () => {
        const { database } = library;
        hooks.book = hear;
        const work = async (manager: EntityManager) => {
          await books().create({ title: 'x' });
          await careless({ manager });
        };
        const outcome = await outcomeOf(() =>
          database.write((session) => work(session.runner().manager)),
        );
        expect(await outcomeOf(() => database.dataSource.transaction(work))).toBe(outcome);
        expect(await titles()).toEqual(outcome === 'stored' ? ['x', 'x'] : []);
      });

      it('in a transaction of a query runner', async () => {
        const runner = library.database.dataSource.createQueryRunner();
        await runner.startTransaction();
        await runner.manager.insert(Tag, { name: 'new' });
        await careless(runner);
        const outcome = await outcomeOf(() => runner.commitTransaction());
        if (runner.isTransactionActive) await runner.rollbackTransaction();
        await runner.release();
        expect(await library.engine.system(Tag).count()).toBe(outcome === 'stored' ? 2 : 1);
      });

      it('and stores the rest where that had a transaction of its own', async () => {
        hooks.book = {
          ...hear,
          afterSave: async ({ manager }) => {
            await manager.transaction(repeat).catch(() => undefined);
          },
        };
        await books().create({ title: 'x' });
        await settled();
        expect(await titles()).toEqual(['x']);
        expect(seen).toEqual(['committed']);
      });
    });

    it('refuses a delete before and after it', async () => {
      const { id } = await makeBook({ title: 'kept' });
      const refuse = () => Promise.reject(conflict('Kept.'));
      for (const name of ['beforeDelete', 'afterDelete']) {
        hooks.book = { [name]: refuse };
        expect(await statusOf(books().remove(id))).toBe(409);
      }
      expect(await titles()).toEqual(['kept']);
    });

    it('works under the rules of the writer, in the same transaction', async () => {
      hooks.note = {
        afterSave: async ({ crud, user: writer, manager, after }) => {
          expect(writer).toBe(editor);
          expect(await crud(Note).count()).toBe(1);
          expect(await manager.countBy(Note, { id: after.id })).toBe(1);
        },
      };
      await library.engine.as(editor)(Note).create({ title: 'mine', tenant_id: 2 });
    });

    it('stops a hook that calls itself', async () => {
      hooks.book = {
        afterSave: ({ system }) =>
          system(Book)
            .create({ title: 'x' })
            .then(() => undefined),
      };
      const failure = (await books()
        .create({ title: 'x' })
        .catch((error: unknown) => error)) as Error;
      expect((failure.cause as Error).message).toContain('perhaps a hook calls itself');
      expect(await titles()).toEqual([]);
    });
  });

  describe('a problem of another record that a hook reads or writes', () => {
    const failureOf = async (write: Promise<unknown>): Promise<Error> =>
      write.then(
        () => new Error('nothing failed'),
        (error: unknown) => error as Error,
      );

    it('is not the answer to the caller, but a failure of the hook', async () => {
      const cases: HookDefinition<Book>['afterSave'][] = [
        async ({ system }) => void (await system(Note).get(99)),
        async ({ system }) => void (await system(Note).update(99, { title: 'x' })),
        async ({ system }) => void (await system(Person).create({ name: 'x' })),
        async ({ crud }) => void (await crud(Note).create({ title: 'x', reply_to_id: 99 })),
        async ({ system }) => {
          for await (const _ of system(Note).each({ where: { nothing: 1 } as object })) continue;
        },
        ({ crud }) => void crud(Note).pick(5),
      ];
      for (const afterSave of cases) {
        hooks.book = { afterSave };
        const failure = await failureOf(books().create({ title: 'x' }));
        expect(failure).toBeInstanceOf(HookFailed);
        expect(failure.message).toBe('the hook Book.afterSave failed');
      }
      expect(await titles()).toEqual([]);
    });

    it('is not the answer either if the hook of the other record refuses', async () => {
      hooks.note = {
        beforeSave: () => {
          throw conflict('No notes.');
        },
      };
      hooks.book = {
        afterSave: async ({ system }) => void (await system(Note).create({ title: 'x' })),
      };
      const failure = await failureOf(books().create({ title: 'x' }));
      expect(failure.message).toBe('the hook Book.afterSave failed');
      expect((failure.cause as Error).message).toBe('No notes.');
    });

    it('is the answer if the hook passes it on, or throws a problem of its own', async () => {
      hooks.book = {
        afterSave: async ({ system }) => void (await passOn(system(Note).get(99))),
      };
      expect(await statusOf(books().create({ title: 'x' }))).toBe(404);
      hooks.book = {
        afterSave: ({ system }) =>
          system(Note)
            .get(99)
            .then(
              () => undefined,
              () => {
                throw conflict('There is no such note.');
              },
            ),
      };
      const problem = await problemOf(books().create({ title: 'x' }));
      expect(problem?.detail).toBe('There is no such note.');
    });

    it('is passed on by one hook only', async () => {
      hooks.note = {
        afterSave: async ({ system }) => void (await passOn(system(Person).get(99))),
      };
      hooks.book = {
        afterSave: async ({ system }) => void (await system(Note).create({ title: 'x' })),
      };
      expect(await statusOf(library.engine.system(Note).create({ title: 'y' }))).toBe(404);
      const failure = await failureOf(books().create({ title: 'x' }));
      expect(failure.message).toBe('the hook Book.afterSave failed');
    });

    it('may be caught, and its write alone is taken back', async () => {
      hooks.book = {
        afterSave: async ({ system }) => {
          await system(Note).update(99, { title: 'x' }).catch(ignore);
        },
      };
      expect(await statusOf(books().create({ title: 'x' }))).toBe(0);
      expect(await titles()).toEqual(['x']);
    });
  });

  describe('rows that go or change with another one', () => {
    it('run their own hooks, at every level', async () => {
      const { system } = library.engine;
      const note = await system(Note).create({ title: 'root' });
      const reply = await system(Note).create({ title: 'reply', reply_to_id: note.id });
      await system(Remark).create({ text: 'on root', note_id: note.id });
      await system(Remark).create({ text: 'on reply', note_id: reply.id });
      const seen: string[] = [];
      hooks.note = {
        beforeDelete: ({ before }) => void seen.push(`before ${before.title}`),
        afterDelete: ({ before }) => void seen.push(`after ${before.title}`),
      };
      hooks.remark = {
        afterCommit: ({ operation, before }) => void seen.push(`${operation} ${before?.text}`),
      };
      await system(Note).remove(note.id);
      await settled();
      expect(seen.slice(0, 4)).toEqual([
        'before root',
        'before reply',
        'after reply',
        'after root',
      ]);
      expect(seen.slice(4).sort()).toEqual(['delete on reply', 'delete on root']);
    });

    it('are gone before what they belong to, which their hooks may still change', async () => {
      const { system } = library.engine;
      const root = await system(Note).create({ title: 'root' });
      const reply = await system(Note).create({ title: 'reply', reply_to_id: root.id });
      for (const id of [root.id, reply.id, reply.id])
        await system(Remark).create({ text: 'a', note_id: id });
      const seen: unknown[] = [];
      hooks.remark = {
        afterDelete: async ({ before, system: all }) => {
          const where = { note_id: before.note_id };
          const left = await all(Remark).count({ where });
          await all(Note).update(before.note_id, { slug: `${left} left` });
        },
      };
      hooks.note = {
        afterSave: ({ after }) => void seen.push([after.title, after.slug]),
        afterDelete: ({ before }) => void seen.push(before.title),
      };
      await system(Note).remove(root.id);
      const [replied, ...rest] = [seen.filter((one) => String(one).startsWith('reply')), ...seen];
      expect(replied).toEqual([['reply', '0 left'], ['reply', '0 left'], 'reply']);
      expect(rest).toContainEqual(['root', '0 left']);
      expect(rest.at(-1)).toBe('root');
      expect(await system(Note).count()).toBe(0);
    });

    it('keep what they belong to where one of their hooks refuses after their deletion', async () => {
      const { system } = library.engine;
      const root = await system(Note).create({ title: 'root' });
      await system(Remark).create({ text: 'kept', note_id: root.id });
      hooks.remark = {
        afterDelete: () => {
          throw conflict('Remarks stay.');
        },
      };
      expect((await problemOf(system(Note).remove(root.id)))?.detail).toBe('Remarks stay.');
      expect(await system(Remark).count()).toBe(1);
    });

    it('are told of a reference that becomes null, and may refuse', async () => {
      const { system } = library.engine;
      const ann = await system(Person).create({ name: 'Ann' });
      const { id } = await makeBook({ title: 'hers', author_id: ann.id });
      hooks.book = {
        beforeSave: ({ values }) => {
          if (values.author_id === null) throw conflict('A book has an author.');
        },
      };
      expect(await statusOf(system(Person).remove(ann.id))).toBe(409);
      const seen: unknown[] = [];
      hooks.book = {
        beforeSave: () => ({ shelf: 'orphans' }),
        afterSave: ({ before, after }) => void seen.push(before?.author_id, after.author_id),
      };
      await system(Person).remove(ann.id);
      expect(seen).toEqual([ann.id, null]);
      expect(asRecord(await system(Book).get(id))).toMatchObject({
        author_id: null,
        shelf: 'orphans',
      });
    });
  });

  describe('after the commit', () => {
    it('waits for the outermost one, also of a transaction that the developer opened', async () => {
      const seen: string[] = [];
      hooks.book = { afterCommit: ({ after }) => void seen.push(after!.title) };
      await library.database.dataSource.transaction(async (manager) => {
        await books().create({ title: 'outer' });
        await manager.transaction(() => books().create({ title: 'inner' }));
        await manager
          .transaction(async () => {
            await books().create({ title: 'taken back' });
            throw new Error('changed my mind');
          })
          .catch(() => undefined);
        expect(seen).toEqual([]);
      });
      await settled();
      expect(seen).toEqual(['outer', 'inner']);
    });

    it('never comes for what is rolled back', async () => {
      const seen: string[] = [];
      hooks.book = { afterCommit: ({ after }) => void seen.push(after!.title) };
      const attempt = library.database.dataSource.transaction(async () => {
        await books().create({ title: 'x' });
        throw new Error('changed my mind');
      });
      await expect(attempt).rejects.toThrow('changed my mind');
      await settled();
      expect(seen).toEqual([]);
    });

    it('runs one by one, outside of the transaction; what fails is reported and ends nothing', async () => {
      hooks.book = {
        afterCommit: async ({ after, system }) => {
          if (after!.title === 'bad') throw new Error('mail server down');
          await system(Tag).create({ name: after!.title });
        },
      };
      await library.database.dataSource.transaction(async () => {
        for (const title of ['a', 'bad', 'b']) await books().create({ title });
      });
      await settled();
      expect(await library.engine.system(Tag).count()).toBe(2);
      expect(await titles()).toEqual(['a', 'bad', 'b']);
      const [{ text, error } = { text: '', error: null }] = reports;
      expect(text).toBe('Book.afterCommit failed; the write that it follows is committed');
      expect(((error as Error).cause as Error).message).toBe('mail server down');
      expect(reports).toHaveLength(1);
    });

    it('comes once where the database had to try again', async () => {
      let attempts = 0;
      const seen: number[] = [];
      const retries = library.database.dialect.name === 'postgres';
      await library.database.write(() => {
        attempts += 1;
        const attempt = attempts;
        library.database.afterCommit({ place: 'here', run: () => seen.push(attempt) });
        if (retries && attempt === 1)
          return Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' }));
        return Promise.resolve();
      });
      await settled();
      expect(seen).toEqual([attempts]);
      expect(attempts).toBe(retries ? 2 : 1);
    });

    it('keeps to savepoints, however they are nested', async () => {
      await fc.assert(
        fc.asyncProperty(tree, async (steps) => {
          const seen: number[] = [];
          const expected: number[] = [];
          const outcome = await library.database
            .write(() => perform(steps, seen))
            .then(
              () => true,
              () => false,
            );
          if (outcome) expected.push(...committedOf(steps));
          await settled();
          expect(seen).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    });
  });

  /** Runs a tree of savepoints in the open transaction. */
  async function perform(node: Tree, seen: number[]): Promise<void> {
    const { database } = library;
    for (const step of node.steps) {
      if (typeof step === 'number')
        database.afterCommit({ place: 'here', run: () => seen.push(step) });
      else if (step.byTypeorm)
        await database
          .write((session) => session.runner().manager.transaction(() => perform(step, seen)))
          .catch(ignore);
      else await database.write(() => perform(step, seen)).catch(ignore);
    }
    if (node.fails) throw new Error('changed my mind');
  }
};

const bookRules = defineRules<Book>({
  weight: ({ weight, pages }) => pages! >= 900 && weight! < 10 && 'Nine hundred pages weigh more',
  title: ({ title }) => {
    if (title === 'throws') throw new Error('a slip');
    return null;
  },
});

interface Settling {
  settled(): Promise<void>;
}

/** A transaction or savepoint: work for after the commit, and savepoints inside. */
interface Tree {
  readonly steps: readonly (number | Tree)[];
  readonly fails: boolean;
  readonly byTypeorm: boolean;
}

const { tree } = fc.letrec<{ tree: Tree; step: number | Tree }>((tie) => ({
  tree: fc.record({
    steps: fc.array(tie('step'), { maxLength: 4 }),
    fails: fc.boolean(),
    byTypeorm: fc.boolean(),
  }),
  step: fc.oneof({ maxDepth: 4 }, fc.nat(), tie('tree')),
}));

const committedOf = ({ steps }: Tree): number[] =>
  steps.flatMap((step) =>
    typeof step === 'number' ? [step] : step.fails ? [] : committedOf(step),
  );

const ignore = (): void => undefined;
