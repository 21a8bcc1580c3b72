import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onStatement } from '../../database/trace-statement.js';
import type { CurrentUser } from '../../model/access-rules.js';
import type { Query } from '../../model/operations.js';
import { Book, Note, Person, Remark } from '../fixtures/library.js';
import { admin, emptyLibrary, openLibrary, problemOf, user } from '../fixtures/open-library.js';

const editor = user(4, ['Editor'], [2]);
const SETTINGS = { maxPageSize: 100, maxQueryCost: 300, pageLimit: 20_000 };

/** Lists and records with the fields that a request chooses, on every database; `url` gives a fresh one. */
export const describeFields = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  beforeAll(async () => {
    library = await openLibrary(await url(), { settings: SETTINGS });
  }, 60_000);
  beforeEach(async () => {
    await emptyLibrary(library.database);
    const { system } = library.engine;
    await system(Person).create({ name: 'Ann' });
    for (const title of ['b', 'a', 'c'])
      await system(Book).create({ title, shelf: 'S', author_id: 1, read_at: new Date(0) });
  });
  afterAll(() => library.database.close());

  const of = (entity: new () => object, who: CurrentUser = admin) =>
    library.engine.operations(who)(entity);
  const rowsOf = async (query: Query, entity: new () => object = Book, who = admin) =>
    JSON.parse((await of(entity, who).list(query)).text) as Record<string, unknown>[];
  /** The texts of the statements that some work runs. */
  const statementsOf = async (work: () => Promise<unknown>) => {
    const texts: string[] = [];
    const end = onStatement(({ sql }) => texts.push(sql));
    await work();
    end();
    return texts.join(';');
  };

  test('has id, _label and the chosen fields, in the order of the model', async () => {
    const [row] = await rowsOf({ _fields: 'pages,title' });
    expect(Object.entries(row!)).toEqual([
      ...[
        ['id', 1],
        ['_label', 'b, S'],
      ],
      ...[
        ['title', 'b'],
        ['pages', 1],
      ],
    ]);
    expect(await of(Book).get(2, { fields: ['state'] })).toEqual({
      ...{ id: 2, _label: 'a, S', state: 'new' },
    });
    const twice = await rowsOf({ _fields: ['title', 'pages,title,id,_label'] });
    expect(twice[0]).toEqual(row);
  });

  test('reads the columns of these fields, and those that a label is made of', async () => {
    for (const work of [
      () => rowsOf({ _fields: 'pages' }),
      () => rowsOf({ _fields: 'pages', _sort: 'weight', _expand: 'author' }),
      () => of(Book).get(1, { fields: ['pages'] }),
    ]) {
      const read = await statementsOf(work);
      for (const name of ['title', 'shelf', 'pages']) expect(read).toContain(`"${name}"`);
      for (const name of ['body', 'isbn', 'created_at']) expect(read).not.toContain(`"${name}"`);
    }
  });

  test('refuses a name that does not exist as one that the reader may not read', async () => {
    const told = async (who: CurrentUser, _fields: string) => {
      const list = await problemOf(of(Note, who).list({ _fields }));
      const get = await problemOf(of(Note, who).get(1, { fields: [_fields] }));
      expect([list?.status, get?.status]).toEqual([400, 400]);
      expect(get?.problems).toEqual(list?.problems);
      return list!.problems;
    };
    expect(await told(editor, 'secret')).toEqual([
      { field: '_fields', code: 'unknown-field', message: 'There is no field secret.' },
    ]);
    expect(await told(editor, 'secreted')).toMatchObject([
      { message: 'There is no field secreted.' },
    ]);
    expect(await told(editor, 'titel,slug')).toMatchObject([
      { message: 'There is no field titel; did you mean title?' },
    ]);
    for (const name of ['', 'owner', 'remarks', '_count', 'constructor', 'a b'])
      expect(await told(editor, name)).toHaveLength(1);
    const both = await problemOf(of(Note).list({ _fields: 'x', y: '1', _sort: 'z' }));
    expect(both?.problems).toHaveLength(3);
    expect(
      (await problemOf(of(Note).get(1, { fields: ['x'], expand: ['y'] })))?.problems,
    ).toHaveLength(2);
  });

  test('goes with relations, counts, sorting and cursors by other fields', async () => {
    const query = { _fields: 'pages', _expand: 'author', _sort: 'title', _end: '2' };
    const first = await of(Book).list(query);
    expect(JSON.parse(first.text)).toMatchObject([{ id: 2 }, { id: 1 }]);
    const [row] = JSON.parse(first.text) as Record<string, unknown>[];
    expect(Object.keys(row!)).toEqual(['id', '_label', 'pages', 'author']);
    for (const _sort of ['title', 'read_at', 'id', 'author_id']) {
      const asked = { _fields: 'pages', _sort, _end: '2' };
      const { next } = await of(Book).list(asked);
      const rest = await rowsOf({ ...asked, _after: next! });
      const whole = await rowsOf({ _sort, _start: '2' });
      expect(rest).toEqual(whole.map(({ id, _label, pages }) => ({ id, _label, pages })));
    }
    await library.engine.system(Note).create({ title: 'x', tenant_id: 1 });
    await library.engine.system(Remark).create({ text: 'four', note_id: 1 });
    const [note] = await rowsOf({ _fields: 'tags', _count: 'remarks' }, Note);
    expect(note).toEqual({ id: 1, _label: 'x', tags: [], _count: { remarks: 1 } });
  });

  test('has a computed field without the fields that it is made of', async () => {
    await library.engine.system(Note).create({ title: 'x', tenant_id: 1 });
    await library.engine.system(Remark).create({ text: 'four', note_id: 1 });
    expect(await of(Remark).get(1, { fields: ['length'] })).toEqual({
      ...{ id: 1, _label: 'Remark #1', length: 4 },
    });
  });

  test('is kept apart from other choices, and from pages of other readers', async () => {
    const asked = ['title', 'pages', 'pages,title', undefined];
    const keysOf = (_fields: string | undefined, who: CurrentUser) =>
      rowsOf(_fields === undefined ? {} : { _fields }, Book, who).then(([row]) =>
        Object.keys(row!).join(),
      );
    const read = async () => {
      const found: string[] = [];
      for (const fields of asked)
        for (const who of [admin, editor]) found.push(await keysOf(fields, who));
      return found;
    };
    const first = await read();
    expect(first.slice(0, 6)).toEqual([
      ...['id,_label,title', 'id,_label,title', 'id,_label,pages', 'id,_label,pages'],
      ...['id,_label,title,pages', 'id,_label,title,pages'],
    ]);
    expect(first[6]).toContain('shelf');
    expect(first[7]).not.toContain('shelf');
    for (let time = 0; time < 3; time++) expect(await read()).toEqual(first);
  });

  test('says nothing about how wide whole records are, and is not held to their width', async () => {
    const body = 'x'.repeat(9000);
    for (const id of [1, 2, 3]) await library.engine.system(Book).update(id, { body });
    for (let time = 0; time < 3; time++) expect(await rowsOf({ _fields: 'title' })).toHaveLength(3);
    expect((await problemOf(of(Book).list()))?.problems).toMatchObject([
      { code: 'page-too-large' },
    ]);
    expect(await rowsOf({ _fields: 'body', _end: '2' })).toHaveLength(2);
    expect((await problemOf(of(Book).list({ _fields: 'body' })))?.problems).toMatchObject([
      { code: 'page-too-large' },
    ]);
  });
};
