import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.js';
import type { Session } from '../../database/dialect.js';
import { defineHooks } from '../../model/define-hooks.js';
import type { ModelModule } from '../../model/model-module.js';
import { modules, Person } from '../fixtures/library.js';
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
};
