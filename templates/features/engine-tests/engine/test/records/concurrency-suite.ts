import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseWriteOptions } from '../../database/database.js';
import { custom, defineAccess } from '../../model/access-rules.js';
import { defineHooks, type HookDefinition } from '../../model/define-hooks.js';
import type { ModelHooks } from '../../model/hooks.js';
import { increment } from '../../model/increment.js';
import { conflict } from '../../problem/problem.js';
import { Book, Note, Person, Tag, modules } from '../fixtures/library.js';
import {
  admin,
  emptyLibrary,
  openLibrary,
  problemOf,
  statusOf,
  user,
} from '../fixtures/open-library.js';

const AT_ONCE = 20;

/** Runs work as another request would: outside of the transaction that the caller is in. */
const outside = AsyncLocalStorage.snapshot() as <T>(work: () => Promise<T>) => Promise<T>;

/** What both databases promise to code that reads, decides and then writes, while others do the same. */
export const describeConcurrency = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  let beforeSave: HookDefinition<Note>['beforeSave'];
  let beforeBook: HookDefinition<Book>['beforeSave'];

  beforeAll(async () => {
    const hooks = new Map<unknown, ModelHooks>([
      [Note, defineHooks(Note, { beforeSave: (event) => beforeSave?.(event) })],
      [Book, defineHooks(Book, { beforeSave: (event) => beforeBook?.(event) })],
    ]);
    library = await openLibrary(await url(), {
      modules: modules.map((module) => ({ ...module, hooks: hooks.get(module.entity) })),
    });
  }, 60_000);
  beforeEach(async () => {
    beforeSave = undefined;
    beforeBook = undefined;
    await emptyLibrary(library.database);
  });
  afterAll(() => library.database.close());

  const books = () => library.engine.system(Book);
  const notes = () => library.engine.system(Note);
  const bookWith = async (pages: number | null) => (await books().create({ title: 'x', pages })).id;
  const pagesOf = async (id: number) => (await books().get(id)).pages;
  const transaction = <T>(work: () => Promise<T>, options: DatabaseWriteOptions = {}): Promise<T> =>
    library.database.write(work, options);
  const atOnce = <T>(work: (turn: number) => Promise<T>, count = AT_ONCE) =>
    Promise.allSettled(Array.from({ length: count }, (_, turn) => work(turn)));
  const done = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length;

  describe('a record that is looked for by what is unique', () => {
    const people = () => library.engine.system(Person);
    const results = <T>(all: readonly PromiseSettledResult<T>[]) =>
      all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)) as T[];

    it('is created once, whoever asks at once', async () => {
      const made = results(
        await atOnce(
          (turn) => people().findOrCreate({ email: 'a@x.y' }, { name: `A ${turn}` }),
          40,
        ),
      );
      expect(made.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(made.map(({ record }) => record.id)).size).toBe(1);
      expect(await people().count({ where: { email: 'a@x.y' } })).toBe(1);
    });

    it('is changed by all the others, in a transaction as well', async () => {
      const turns = (turn: number) => people().upsert({ email: 'b@x.y' }, { name: `B ${turn}` });
      const made = results(
        await atOnce((turn) => (turn % 2 ? turns(turn) : transaction(() => turns(turn))), 40),
      );
      expect(made.filter(({ created }) => created)).toHaveLength(1);
      expect(made.map(({ record }) => record.name).sort()).toEqual(
        Array.from({ length: 40 }, (_, turn) => `B ${turn}`).sort(),
      );
      expect(await people().count()).toBe(1);
    });

    it('is written with hooks, rules and permissions of such a write', async () => {
      const seen: string[] = [];
      beforeSave = ({ operation, values }) => {
        seen.push(operation);
        return { title: `${values.title}!` };
      };
      const { id } = await people().create({ name: 'Owner' });
      const by = library.engine.as(user(id, ['Manager'], [1]))(Note);
      const key = { tenant_id: 1, slug: 's' };
      expect((await by.upsert(key, { title: 'x' })).record.title).toBe('x!');
      expect(await by.upsert(key, { title: 'y' })).toMatchObject({ record: { title: 'y!' } });
      expect(await by.findOrCreate(key, { title: 'z' })).toMatchObject({ created: false });
      expect(seen).toEqual(['create', 'update']);
      const viewer = library.engine.as(user(id, ['Viewer'], [1]))(Note);
      expect((await viewer.findOrCreate(key)).record.title).toBe('y!');
      expect(await statusOf(viewer.upsert(key, { title: 'v' }))).toBe(403);
      expect(await statusOf(viewer.findOrCreate({ tenant_id: 1, slug: 'new' }))).toBe(403);
    });

    it('is a conflict where its writer may not see it, and stays as it was', async () => {
      const rows = [custom<Person>((_user, where) => where.ne('name', 'hidden'))];
      const { database, engine } = await openLibrary(await url(), {
        modules: modules.map((one) =>
          one.entity === Person ? { ...one, access: defineAccess<Person>({ rows }) } : one,
        ),
      });
      const key = { email: 'h@x.y' };
      const { id } = await engine.system(Person).create({ ...key, name: 'hidden' });
      const by = engine.as(admin)(Person);
      expect(await statusOf(by.upsert(key, { name: 'mine' }))).toBe(409);
      expect(await statusOf(by.findOrCreate(key, { name: 'mine' }))).toBe(409);
      expect((await engine.system(Person).get(id)).name).toBe('hidden');
      await database.close();
    });

    it('has a key that is unique', async () => {
      const key = { name: 'Ann' };
      await expect(people().upsert(key, key)).rejects.toThrow(
        'no unique field or set of Person is { name }; it has { email }',
      );
      await expect(notes().findOrCreate({ slug: 's' })).rejects.toThrow('{ tenant_id, slug }');
      const none = { email: null } as unknown as { email: string };
      await expect(people().upsert(none, key)).rejects.toThrow('email, which has no value');
      expect((await library.engine.system(Tag).findOrCreate({ name: 't' })).created).toBe(true);
    });

    it('is looked for by one value of each field, whatever a request has in its place', async () => {
      const { id } = await people().create({ email: 'a@x.y', name: 'Ann' });
      for (const email of [['a@x.y', 'b@x.y'], [], { a: 1 }, 7, 'no address']) {
        const key = { email } as unknown as { email: string };
        const problem = await problemOf(people().upsert(key, { name: 'Eve' }));
        expect(problem).toMatchObject({ status: 422, problems: [{ field: 'email' }] });
        expect(await statusOf(people().findOrCreate(key, { name: 'Eve' }))).toBe(422);
      }
      const lists = { tenant_id: [1, 2], slug: ['s'] } as unknown as Record<'tenant_id', number>;
      expect(await problemOf(notes().upsert(lists, {}))).toMatchObject({
        problems: [{ field: 'tenant_id' }, { field: 'slug' }],
      });
      expect(await people().find()).toMatchObject([{ id, name: 'Ann' }]);
    });
  });

  describe('`get` in a transaction', () => {
    it('loses no update that follows from it', async () => {
      const id = await bookWith(0);
      const count = () =>
        transaction(async () => {
          const { pages } = await books().get(id);
          await books().update(id, { pages: pages! + 1 });
        });
      expect(done(await atOnce(count))).toBe(AT_ONCE);
      expect(await pagesOf(id)).toBe(AT_ONCE);
    });

    it('lets a hook count what is left', async () => {
      const id = await bookWith(5);
      beforeSave = async ({ system }) => {
        const { pages } = await system(Book).get(id);
        if (pages === 0) throw conflict('None is left.');
        await system(Book).update(id, { pages: pages! - 1 });
      };
      const redeemed = await atOnce(() => notes().create({ title: 'one of five' }));
      expect(done(redeemed)).toBe(5);
      expect(await pagesOf(id)).toBe(0);
      expect(await notes().count()).toBe(5);
    });

    it('locks what its reader sees, and nothing else', async () => {
      const id = await bookWith(0);
      const stranger = library.engine.as(user(9, ['Nobody']))(Book);
      await transaction(async () => {
        expect(await statusOf(stranger.get(id))).toBe(403);
        expect(await statusOf(books().get(id + 1))).toBe(404);
        // In another transaction, as it is outside the context of this one.
        if (library.database.dialect.name === 'postgres')
          await outside(() => books().update(id, { pages: 1 }));
      });
    });

    it('keeps others from changing the record, but not from reading it or referring to it', async () => {
      if (library.database.dialect.name === 'sqlite') return;
      const { id } = await notes().create({ title: 'x' });
      const seen: string[] = [];
      let changed!: Promise<void>;
      await transaction(async () => {
        await notes().get(id);
        changed = outside(() => notes().update(id, { slug: 'changed' })).then(
          () => void seen.push('changed'),
        );
        await outside(() => notes().get(id));
        await outside(() => notes().create({ title: 'refers', reply_to_id: id }));
        await sleep(200);
        seen.push('committed');
      });
      await changed;
      expect(seen).toEqual(['committed', 'changed']);
    });

    it('locks nothing with `lock: false`, nor outside a transaction', async () => {
      if (library.database.dialect.name === 'sqlite') return;
      const id = await bookWith(0);
      await transaction(async () => {
        await books().get(id, { lock: false });
        await outside(() => books().update(id, { pages: 7 }));
      });
      expect(await pagesOf(id)).toBe(7);
    });
  });

  describe('`increment`', () => {
    it('adds to what is there by then', async () => {
      const id = await bookWith(0);
      await atOnce(() => books().update(id, { pages: increment(1) }));
      expect(await pagesOf(id)).toBe(AT_ONCE);
      await books().update(id, { pages: increment(-3), title: 'y' });
      expect(await books().get(id)).toMatchObject({ pages: AT_ONCE - 3, title: 'y' });
    });

    it('is exact for every kind of number, and begins at 0', async () => {
      const isbn = '9007199254740993';
      const { id } = await books().create({ title: 'x', isbn, price: 0.1, pages: null });
      const values = { isbn: increment(2n), price: increment(0.2), weight: increment(0.5) };
      const changed = await books().update(id, { ...values, pages: increment(2) });
      const sums = { isbn: '9007199254740995', price: 0.3, weight: 0.5, pages: 2 };
      expect(changed).toMatchObject(sums);
      expect(await books().get(id)).toMatchObject(sums);
    });

    it('is refused where it cannot be meant, or has no room', async () => {
      const id = await bookWith(0);
      const { message } = (await books()
        .update(id, { title: increment(1) } as never)
        .catch((error: unknown) => error)) as Error;
      expect(message).toBe('increment: Book.title is not a number');
      await expect(books().create({ title: 'x', pages: increment(1) } as never)).rejects.toThrow(
        'only `update` adds to Book.pages',
      );
      const problem = await problemOf(books().update(id, { pages: increment(1.5) }));
      expect(problem).toMatchObject({ status: 422, problems: [{ field: 'pages', code: 'type' }] });
      // From outside it is a value as any other.
      const sent = { pages: { by: 1 } } as Record<string, unknown>;
      expect(await statusOf(library.engine.as(admin)(Book).update(id, sent))).toBe(422);
    });

    it('is what hooks of the model see as a value, and may change', async () => {
      const id = await bookWith(3);
      const seen: unknown[] = [];
      beforeBook = ({ values }) => void seen.push(values);
      await books().update(id, { pages: increment(4) });
      expect(seen).toEqual([{ pages: 7 }]);
      beforeBook = ({ values: { pages } }) => ({ pages: Math.min(pages!, 10) });
      expect(await books().update(id, { pages: increment(40) })).toMatchObject({ pages: 10 });
    });
  });

  describe('`ifMatch` with values', () => {
    it('writes only what is still as it was read', async () => {
      const id = await bookWith(1);
      const read = await books().get(id);
      await books().update(id, { shelf: 'a' }, { ifMatch: { pages: 1 } });
      expect(await statusOf(books().update(id, { shelf: 'b' }, { ifMatch: { pages: 2 } }))).toBe(
        412,
      );
      expect(await statusOf(books().update(id, { shelf: 'b' }, { ifMatch: read }))).toBe(412);
      expect(await statusOf(books().remove(id, { ifMatch: read }))).toBe(412);
      const now = await books().get(id);
      const replaced = await books().replace(id, { title: 'z' }, { ifMatch: now });
      expect(replaced).toMatchObject({ title: 'z', shelf: null });
      await books().remove(id, { ifMatch: { title: 'z', shelf: null } });
      expect(await statusOf(books().get(id))).toBe(404);
    });

    it('lets one of several win', async () => {
      const id = await bookWith(0);
      const claim = (turn: number) =>
        books().update(id, { pages: turn + 1 }, { ifMatch: { pages: 0 } });
      expect(done(await atOnce(claim))).toBe(1);
    });

    it('knows columns that nobody sees where the service itself writes', async () => {
      const people = library.engine.system(Person);
      const { id } = await people.create({ name: 'Ann', pin: '1' });
      const claim = (turn: number) =>
        people.update(id, { pin: `${turn + 2}` }, { ifMatch: { name: 'Ann', pin: '1' } });
      expect(done(await atOnce(claim))).toBe(1);
      expect(await statusOf(people.remove(id, { ifMatch: { pin: '1' } }))).toBe(412);
      expect(await statusOf(people.remove(id, { ifMatch: { pin: null } }))).toBe(412);
      const own = library.engine.as(admin)(Person);
      const guess = own.update(id, { name: 'Eve' }, { ifMatch: { pin: '2' } });
      await expect(guess).rejects.toThrow();
      expect(await people.find()).toMatchObject([{ id, name: 'Ann' }]);
    });

    it('refuses what is no field, since it would match everything', async () => {
      const id = await bookWith(0);
      const expected = [{ page: 0 }, {}] as never[];
      for (const ifMatch of expected)
        await expect(books().update(id, { pages: 1 }, { ifMatch })).rejects.toThrow(
          /ifMatch: Book/,
        );
      expect(await pagesOf(id)).toBe(0);
    });
  });

  describe('transactions that lock in crossed order', () => {
    it('are run again, and both done', async () => {
      const [a, b] = [await bookWith(10), await bookWith(10)];
      let runs = 0;
      const move = (from: number, to: number) => () =>
        transaction(async () => {
          runs += 1;
          const first = await books().get(from);
          await sleep(100);
          const second = await books().get(to);
          await books().update(from, { pages: first.pages! - 1 });
          await books().update(to, { pages: second.pages! + 1 });
        });
      await Promise.all([move(a, b)(), move(b, a)()]);
      expect([await pagesOf(a), await pagesOf(b)]).toEqual([10, 10]);
      // One of the two is run again, and once more if it meets the other one then.
      if (library.database.dialect.name === 'postgres') expect(runs).toBeGreaterThan(2);
      else expect(runs).toBe(2);
    });

    it('so are writes whose hooks do', async () => {
      const [a, b] = [await bookWith(10), await bookWith(10)];
      beforeSave = async ({ values, system }) => {
        const order = values.title === 'forth' ? [a, b] : [b, a];
        for (const id of order) {
          const { pages } = await system(Book).get(id);
          await sleep(100);
          await system(Book).update(id, { pages: pages! + 1 });
        }
      };
      await Promise.all(['forth', 'back'].map((title) => notes().create({ title })));
      expect([await pagesOf(a), await pagesOf(b)]).toEqual([12, 12]);
      expect(await notes().count()).toBe(2);
    });
  });

  describe('a serializable transaction', () => {
    it('may decide by several records: it is run again where they have changed', async () => {
      const book = () =>
        transaction(
          async () => {
            const taken = await books().count({ where: { shelf: 'room 1' } });
            if (taken >= 3) throw conflict('This room is full.');
            await books().create({ title: 'x', shelf: 'room 1' });
          },
          { isolation: 'serializable' },
        );
      const booked = await atOnce(book, 10);
      expect(done(booked)).toBe(3);
      for (const one of booked)
        if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 });
      expect(await books().count()).toBe(3);
    });

    it('has its isolation from the beginning', async () => {
      const late = transaction(() =>
        transaction(bookWith.bind(null, 0), { isolation: 'serializable' }),
      );
      await expect(late).rejects.toThrow(/pass the option where the outermost transaction begins/);
    });
  });
};
