import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defineHooks } from '../../model/define-hooks.js';
import { doAll, doOne, type Making } from '../../routes/batch/do-operations.js';
import { operationOf, type BatchModels } from '../../routes/batch/batch-operation.js';
import { onStatement } from '../../database/trace-statement.js';
import { passOn } from '../../records/writing/nested-records.js';
import { defineAccess } from '../../model/access-rules.js';
import { Book, Person, Tag, modules } from '../fixtures/library.js';
import { admin, emptyLibrary, openLibrary, problemOf, user } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  const hooks = defineHooks(Person, {
    beforeSave: async ({ values, crud }) => {
      if (values.name !== 'tags') return;
      await passOn(crud(Tag).createMany([{ name: 'a' }, { name: 5 } as never]));
    },
  });
  const access = defineAccess<Book>({
    fields: { author_id: { read: ['Admin'], write: ['Admin'] } },
  });
  library = await openLibrary(undefined, {
    modules: modules.map((one) => {
      if (one.entity === Person) return { ...one, hooks };
      return one.entity === Book ? { ...one, access } : one;
    }),
  });
});
beforeEach(() => emptyLibrary(library.database));
afterAll(() => library.database.close());

const modelsFor = (who = admin): BatchModels => ({
  models: new Map(library.engine.models.map((model) => [model.prefix, model])),
  operations: ({ entity }) => library.engine.operations(who)(entity),
  contained: library.engine.contained,
  isReplaced: () => false,
});
const batch = (items: readonly object[], who = admin, limits = {}) => {
  const operations = items.map((item, index) => operationOf(item, index, modelsFor(who)));
  return library.database.write(() => doAll(operations, limits));
};
const post = (path: string, body: object) => ({ method: 'POST', path, body });
const patch = (path: string, body: object, id?: unknown) => ({
  ...{ method: 'PATCH', path, body },
  ...(id !== undefined && { id }),
});

test('what a hook writes many of is refused at the operation, whatever position it has in its list', async () => {
  const work = batch([post('/person', { name: 'fine' }), post('/person', { name: 'tags' })]);
  expect((await problemOf(work))?.problems).toMatchObject([{ index: 1, field: 'name' }]);
  const single = batch([patch('/person/1', {}), post('/person', { name: 'tags' })]);
  expect((await problemOf(single))?.status).toBe(404);
});

test('a record may be changed several times, by whatever name', async () => {
  await library.engine.system(Book).create({ title: 'a' });
  const written = await batch([
    patch('/books/1', { pages: 1 }),
    patch('/books/1', { pages: 2 }),
    patch('/books', { pages: 3 }, { $ref: 0 }),
  ]);
  expect(written.map(({ record }) => record?.['pages'])).toEqual([1, 2, 3]);
});

test('moves in a tree hold in their order', async () => {
  const books = library.engine.system(Book);
  await books.create({ title: 'above' });
  await books.create({ title: 'below', sequel_of_id: 1 });
  await batch([patch('/books/2', { sequel_of_id: null }), patch('/books/1', { sequel_of_id: 2 })]);
  expect((await books.get(1)).sequel_of_id).toBe(2);
});

test('too much for one response is refused while it is written', async () => {
  await library.engine.system(Book).create({ title: 'a', body: 'x'.repeat(10_000) });
  let updates = 0;
  const end = onStatement(({ sql }) => void (updates += sql.startsWith('UPDATE') ? 1 : 0));
  const many = Array.from({ length: 100 }, (_, pages) => patch('/books/1', { pages }));
  const problem = await problemOf(batch(many, admin, { pageLimit: 50_000 }));
  end();
  expect(problem?.problems).toMatchObject([{ code: 'page-too-large' }]);
  expect(updates).toBeLessThan(10);
});

test('a reference in a field that the writer may not write is dropped, as any value is', async () => {
  const editor = user(4, ['Editor'], [2]);
  const [written] = await batch([post('/books', { title: 'a', author_id: { $ref: 7 } })], editor);
  expect(written?.status).toBe(201);
});

test.each<[object, string]>([
  [
    post('/api/books', {}),
    'The path /api/books does not belong to a model that a batch can write; paths in a batch look like /books',
  ],
  [
    post('/book', {}),
    'The path /book does not belong to a model that a batch can write; paths in a batch look like /books or /books/7.',
  ],
  [
    post('note', {}),
    'The path note does not belong to a model that a batch can write; paths in a batch look like /note or /note/7.',
  ],
  [
    post('/constructor', {}),
    'The path /constructor does not belong to a model that a batch can write.',
  ],
  [
    patch('/books', {}),
    'PATCH is not allowed at /books: name the record in the path, as in /books/7,',
  ],
  [post('/books/7', {}), 'POST is not allowed at /books/7: a new record has no id.'],
  [
    { ...patch('/books/1', {}), etag: '"x"' },
    'There is no etag: give the version that the record must have as if_match.',
  ],
  [{ ...patch('/books/1', {}), bodi: {} }, 'There is no bodi; did you mean body?'],
])('an operation that is none says what to write instead: %j', (item, message) => {
  expect(() => operationOf(item, 0, modelsFor())).toThrow(message);
});

test('a reference where a related record would be is no value that is lost', async () => {
  const author = post('/person', { name: 'Ann' });
  const book = (body: object) => post('/books', { title: 'a', ...body });
  const lost = await problemOf(batch([author, book({ author: { $ref: 0 } })]));
  expect(lost?.problems).toMatchObject([
    {
      index: 1,
      field: 'author',
      message: 'author cannot be written: put the reference into author_id.',
    },
  ]);
  const [, written] = await batch([author, book({ author_id: { $ref: 0 }, author: { id: 7 } })]);
  expect(written!.record).toMatchObject({ author_id: 1 });
});

test('a new record has no version', () => {
  const item = { ...post('/books', { title: 'a' }), if_match: '"x"' };
  expect(() => operationOf(item, 0, modelsFor())).toThrow('no version');
});

test('where only an own endpoint changes records, none is looked for', () => {
  const item = { ...post('/tag', { name: 'a' }), on: 'name' };
  const isReplaced: BatchModels['isReplaced'] = (_, method) => method === 'patch';
  expect(() => operationOf(item, 0, { ...modelsFor(), isReplaced })).toThrow('at its own path');
  expect(operationOf(item, 0, modelsFor()).on).toEqual(['name']);
});

test('records that are looked for are written together, up to a key that comes again', async () => {
  await library.engine.system(Person).create({ name: 'Ann' });
  const notes = Array.from({ length: 30 }, (_, at) => ({
    ...post('/note', { title: `${at}`, slug: `${at % 15}`, owner_id: 1 }),
    on: 'slug',
  }));
  let statements = 0;
  const end = onStatement(() => void statements++);
  const written = await batch(notes, user(1, ['Editor'], [1]));
  end();
  const statuses = notes.map((_, at) => (at < 15 ? 201 : 200));
  expect(written.map(({ status }) => status)).toEqual(statuses);
  expect(written.map(({ record }) => record?.['title'])).toEqual(notes.map((_, at) => `${at}`));
  expect(statements).toBeLessThan(2 * notes.length);
});

test('nothing can refer to what was taken back', async () => {
  const made: Making = new Map();
  const [first, second] = [
    post('/person', { name: 'Ann' }),
    post('/books', { title: 'a', author_id: { $ref: 0 } }),
  ].map((item, index) => operationOf(item, index, modelsFor()));
  const lost = doOne(first!, made, async ({ write }) => {
    await write();
    throw new Error('taken back');
  });
  await expect(lost).rejects.toThrow('taken back');
  const work = doOne(second!, made, ({ write }) => write());
  expect((await problemOf(work))?.status).toBe(424);
});
