import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../database/database.js';
import type { Session } from '../../database/dialect.js';
import { defineHooks } from '../../model/define-hooks.js';
import type { ModelModule } from '../../model/model-module.js';
import type { Engine } from '../../model/records.js';
import { Book, modules, Note, Person, Remark } from '../fixtures/library.js';
import { admin, emptyLibrary, openLibrary } from '../fixtures/open-library.js';

const nothing = () => undefined;
const hooks = defineHooks(Person, {
  ...{ beforeValidate: nothing, beforeTransaction: nothing, beforeSave: nothing },
  ...{ afterSave: nothing, beforeDelete: nothing, afterDelete: nothing, afterCommit: nothing },
});

/** Notes in `seen` every turn with a database, and every statement in it by its first word. */
function watch(database: Database, seen: string[]): void {
  const watched = (session: Session): Session => ({
    runner: session.runner,
    rows: (statement, values) => {
      seen.push(/\w+/.exec(statement.sql)![0]);
      return session.rows(statement, values);
    },
    run: (statement, values) => {
      seen.push(/\w+/.exec(statement.sql)![0]);
      return session.run(statement, values);
    },
  });
  const { read, write } = database;
  Object.assign(database, {
    read: ((work) => {
      seen.push('read:');
      return read.call(database, (session) => work(watched(session)));
    }) as Database['read'],
    write: ((work, way) => {
      seen.push(way?.shared === false ? 'own write:' : 'write:');
      return write.call(database, (session) => work(watched(session)), way);
    }) as Database['write'],
  });
}

/** What a model pays for hooks, and one without them does not, on every database; `url` gives a fresh one. */
export const describeHookCosts = (url: () => Promise<string>) => {
  const seen: string[] = [];
  let bare: Awaited<ReturnType<typeof openLibrary>>;
  let hooked: Awaited<ReturnType<typeof openLibrary>>;
  const open = async (list: readonly ModelModule[]) => {
    const library = await openLibrary(await url(), { modules: list });
    await emptyLibrary(library.database);
    watch(library.database, seen);
    return library;
  };
  beforeAll(async () => {
    bare = await open(modules);
    hooked = await open(
      modules.map((one): ModelModule => (one.entity === Person ? { ...one, hooks } : one)),
    );
  }, 60_000);
  afterAll(async () => {
    await bare.database.close();
    await hooked.database.close();
  });

  /** What each write of a person does in the database. */
  const worksOf = async ({ engine }: typeof bare) => {
    const people = engine.as(admin)(Person);
    const works: Record<string, string> = {};
    const note = async <T>(name: string, work: Promise<T>): Promise<T> => {
      const result = await work;
      works[name] = seen.splice(0).join(' ');
      return result;
    };
    seen.splice(0);
    const { id } = await note('create', people.create({ name: 'Ann' }));
    await note('update', people.update(id, { name: 'Ben' }));
    await note('replace', people.replace(id, { name: 'Cid' }));
    await note('remove', people.remove(id));
    return works;
  };

  test('a model without hooks makes no statement and no transaction for them', async () => {
    expect(await worksOf(bare)).toEqual({
      create: 'own write: INSERT',
      update: 'own write: UPDATE',
      replace: 'own write: UPDATE',
      remove: 'own write: SELECT SELECT DELETE',
    });
    // What hooks are told of is read for them: the row before and after, and what they have left, and those that somebody may have to see.
    expect(await worksOf(hooked)).toEqual({
      create: 'write: INSERT SELECT SELECT SELECT',
      update: 'read: SELECT write: SELECT SELECT UPDATE SELECT SELECT SELECT',
      replace: 'read: SELECT write: SELECT SELECT UPDATE SELECT SELECT SELECT',
      remove: 'write: SELECT SELECT SELECT DELETE',
    });
  });

  /** Deletes the first record with these dependents: the number of its statements, and of the turns that others have meanwhile. */
  async function deletion(
    own: ModelModule,
    fill: (engine: Engine) => Promise<unknown>,
    of: typeof Person | typeof Note = Person,
  ) {
    const list = modules.map((one) => (one.entity === own.entity ? { ...one, ...own } : one));
    const library = await openLibrary(await url(), { modules: list });
    onTestFinished(() => library.database.close());
    await emptyLibrary(library.database);
    await library.engine.system(Person).create({ name: 'Ann' });
    await fill(library.engine);
    const statements: string[] = [];
    watch(library.database, statements);
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    count();
    await library.engine
      .as(admin)(of as new () => object)
      .remove(1);
    clearImmediate(next!);
    // SQLite changes rows one by one.
    return { statements: statements.filter((word) => word !== 'UPDATE'), turns };
  }

  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);

  test('dependents are read, told and changed together, and others have their turn', async () => {
    const told: unknown[][] = [];
    const afterCommit = (done: { before: Book | null; after: Book | null }) =>
      void told.push([done.before?.author_id, done.after?.author_id]);
    const own = { entity: Book, hooks: defineHooks(Book, { afterCommit }) };
    const books = (count: number) => (engine: Engine) =>
      engine.system(Book).createMany(many(count).map((title) => ({ title, author_id: 1 })));
    const few = await deletion(own, books(2));
    const all = await deletion(own, books(250));
    expect(all.statements).toEqual(few.statements);
    const cleared = () => told.filter(([before, after]) => before === 1 && after === null);
    await vi.waitFor(() => expect(cleared()).toHaveLength(252));
    expect(all.turns).toBeGreaterThan(2);
  });

  test('dependents that are deleted are read together', async () => {
    const told: unknown[] = [];
    const afterDelete = ({ before }: { before: Remark }) => void told.push(before.text);
    const own = { entity: Remark, hooks: defineHooks(Remark, { afterDelete }) };
    const remarks = (count: number) => async (engine: Engine) => {
      await engine.system(Note).create({ title: 'a', tenant_id: 1 });
      await engine.system(Remark).createMany(many(count).map((text) => ({ text, note_id: 1 })));
    };
    const few = await deletion(own, remarks(2), Note);
    told.length = 0;
    const all = await deletion(own, remarks(250), Note);
    expect(all.statements).toEqual(few.statements);
    expect(told).toEqual(many(250));
    expect(all.turns).toBeGreaterThan(2);
  });

  test('a hook before a deletion has the row as hooks of other dependents have left it', async () => {
    const texts: unknown[] = [];
    const own = defineHooks(Remark, {
      beforeDelete: async ({ before, crud }) => {
        texts.push(before.text);
        if (before.id === 1) await crud(Remark).update(2, { text: 'changed' });
      },
    });
    const fill = async (engine: Engine) => {
      await engine.system(Note).create({ title: 'a', tenant_id: 1 });
      await engine.system(Remark).createMany(many(2).map((text) => ({ text, note_id: 1 })));
    };
    await deletion({ entity: Remark, hooks: own }, fill, Note);
    expect(texts).toEqual(['0', 'changed']);
  });
};
