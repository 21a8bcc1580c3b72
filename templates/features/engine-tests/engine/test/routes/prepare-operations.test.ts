import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transactionOf } from '../../database/scoped-data-source.js';
import { defineHooks } from '../../model/define-hooks.js';
import type { CallContext } from '../../model/records.js';
import { invalid } from '../../problem/problem.js';
import { operationOf } from '../../routes/batch/batch-operation.js';
import { doAll } from '../../routes/batch/do-operations.js';
import { prepareAll } from '../../routes/batch/prepare-operations.js';
import { Note, Person, Tag, modules } from '../fixtures/library.js';
import { admin, emptyLibrary, openLibrary, problemOf, user } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
/** What the slow hook has worked on, and whether that kept others from writing. */
let seen: (readonly [operation: string, title: unknown, inTransaction: boolean])[] = [];

beforeAll(async () => {
  const hooks = defineHooks(Note, {
    beforeTransaction: ({ operation, values: { title } }) => {
      const inTransaction = transactionOf(library.database.dataSource) !== null;
      seen.push([operation, title, inTransaction]);
      if (title === 'refused')
        throw invalid([{ field: 'title', code: 'no', message: 'Not this one.' }]);
      return { secret: `hash of ${String(title)}` };
    },
  });
  library = await openLibrary(undefined, {
    modules: modules.map((one) => (one.entity === Note ? { ...one, hooks } : one)),
  });
});
beforeEach(async () => {
  await emptyLibrary(library.database);
  await library.engine.system(Person).create({ name: 'Ann' });
  seen = [];
});
afterAll(() => library.database.close());

/** A batch, whose transaction may begin several times. */
async function batch(items: readonly object[], { who = admin, times = 1 } = {}) {
  const context: CallContext = {};
  const models = {
    models: new Map(library.engine.models.map((model) => [model.prefix, model])),
    operations: ({ entity }: { entity: new () => object }) =>
      library.engine.operations(who, context)(entity),
    contained: library.engine.contained,
    isReplaced: () => false,
  };
  const operations = items.map((item, index) => operationOf(item, index, models));
  await prepareAll(operations);
  const collision = new Error('a collision');
  for (let at = 1; at < times; at++)
    await library.database
      .write(async () => {
        await doAll(operations);
        throw collision;
      })
      .catch((error: unknown) => {
        if (error !== collision) throw error;
      });
  return library.database.write(() => doAll(operations));
}

const note = (body: object) => ({ method: 'POST', path: '/note', body });

test('slow work of a batch is done before its transaction, once, however often that begins', async () => {
  await library.engine.system(Note).create({ title: 'old', tenant_id: 1 });
  seen = [];
  const items = [
    note({ title: 'one' }),
    note({ title: 'two' }),
    { method: 'PATCH', path: '/note/1', body: { title: 'three' } },
  ];
  const written = await batch(items, { times: 3 });
  expect(written.map(({ record }) => record!['secret'])).toEqual([
    ...['hash of one', 'hash of two', 'hash of three'],
  ]);
  expect(seen).toEqual([
    ['create', 'one', false],
    ['create', 'two', false],
    ['update', 'three', false],
  ]);
});

test('what refers to another operation waits for its record', async () => {
  const written = await batch([
    { method: 'POST', path: '/tag', body: { name: 'red' } },
    note({ title: 'plain', tags: [] }),
    note({ title: 'tagged', tags: [{ $ref: 0 }] }),
    { method: 'PATCH', path: '/note', id: { $ref: 1 }, body: { title: 'again' } },
  ]);
  expect(written[2]!.record).toMatchObject({ tags: [1], secret: 'hash of tagged' });
  expect(seen).toEqual([
    ['create', 'plain', false],
    ['create', 'tagged', true],
    ['update', 'again', true],
  ]);
});

test('a record that is looked for is prepared as what it turns out to be', async () => {
  await library.engine.system(Note).create({ title: 'old', slug: 'a', tenant_id: 1 });
  seen = [];
  const on = (title: string, slug: string) => ({ ...note({ title, slug }), on: 'slug' });
  const written = await batch([on('first', 'a'), on('second', 'b'), on('third', 'b')], {
    who: user(1, ['Manager'], [1]),
  });
  expect(written.map(({ status }) => status)).toEqual([200, 201, 200]);
  // The last one is new only until the one before it is written.
  expect(seen).toEqual([
    ['update', 'first', false],
    ['create', 'second', false],
    ['create', 'third', false],
    ['update', 'third', true],
  ]);
});

test('what is refused beforehand is told where it would be, and nothing is written', async () => {
  const tag = { method: 'POST', path: '/tag', body: { name: 'red' } };
  const refused = await problemOf(batch([tag, note({ title: 'refused' })]));
  expect(refused).toMatchObject({ status: 422, problems: [{ index: 1, field: 'title' }] });
  expect(seen).toHaveLength(1);
  const wrong = await problemOf(batch([{ ...tag, body: {} }, note({ title: 'refused' })]));
  expect(wrong!.problems).toMatchObject([{ index: 0, field: 'name', code: 'required' }]);
  const missing = { method: 'PATCH', path: '/note/9', body: { title: 'x' } };
  expect(await problemOf(batch([tag, missing]))).toMatchObject({
    ...{ status: 404, problems: [{ index: 1 }] },
  });
  expect(seen).toHaveLength(2);
  expect(await library.engine.system(Tag).count()).toBe(0);
});
