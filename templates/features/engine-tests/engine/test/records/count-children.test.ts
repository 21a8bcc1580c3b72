import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../model/access-rules.js';
import type { Query } from '../../model/operations.js';
import { onStatement } from '../../database/trace-statement.js';
import { modules, Note, Remark } from '../fixtures/library.js';
import { openLibrary, problemOf, user } from '../fixtures/open-library.js';

const manager = user(2, ['Manager'], [1]);
/** Lists notes and nothing else, and may not read what a note replies to. */
const editor = user(4, ['Editor'], [1]);

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  const closed = modules.map((module) => {
    if (module.entity === Remark)
      return { ...module, access: { ...module.access!, roles: { Editor: [] } } };
    if (module.entity !== Note) return module;
    const fields = { reply_to_id: { read: ['Admin', 'Manager'] } };
    return { ...module, access: { ...module.access!, fields } };
  });
  library = await openLibrary(undefined, { modules: closed });
  const { system } = library.engine;
  const note = (title: string, tenant_id: number, reply_to_id: number | null = null) =>
    system(Note).create({ title, tenant_id, reply_to_id });
  const first = await note('a', 1);
  const second = await note('b', 1, first.id);
  await note('c', 1, first.id);
  await note('hidden', 2, first.id);
  for (const text of ['x', 'y']) await system(Remark).create({ text, note_id: second.id });
});
afterAll(() => library.database.close());

const list = (who: CurrentUser, query: Query) => library.engine.operations(who)(Note).list(query);
const rowsOf = async (who: CurrentUser, query: Query) =>
  JSON.parse((await list(who, query)).text) as Record<string, unknown>[];
const countsOf = async (who: CurrentUser, query: Query) =>
  (await rowsOf(who, query)).map(({ title, _count }) => [title, _count]);

describe('_count', () => {
  test('tells of each record how many others its reader may list by a relation', async () => {
    expect(await countsOf(manager, { _count: 'replies,remarks', _sort: 'title' })).toEqual([
      ['a', { replies: 2, remarks: 0 }],
      ['b', { replies: 0, remarks: 2 }],
      ['c', { replies: 0, remarks: 0 }],
    ]);
    const both = user(3, ['Manager'], [1, 2]);
    const [first] = await countsOf(both, { _count: 'replies', _end: '1' });
    expect(first).toEqual(['a', { replies: 3 }]);
    expect(await rowsOf(manager, { _count: 'replies', title: 'nothing' })).toEqual([]);
  });

  test('stands beside what is expanded, on every page', async () => {
    const query = { _count: 'replies', _expand: 'reply_to', _sort: 'title', _end: '2' };
    const page = await list(manager, query);
    const [next] = await rowsOf(manager, { ...query, _after: page.next });
    expect(next).toMatchObject({ title: 'c', reply_to: { title: 'a' }, _count: { replies: 0 } });
  });

  test('is one statement for each relation, however many records the page has', async () => {
    const told: string[] = [];
    const stop = onStatement(({ sql }) => told.push(sql));
    await list(manager, { _count: 'replies,remarks' });
    stop();
    expect(told.filter((sql) => sql.includes('COUNT(*)') && sql.includes('GROUP BY'))).toHaveLength(
      2,
    );
  });

  test('answers alike for no relation, one to one record, and one that the reader may not list', async () => {
    const refused = async (who: CurrentUser, name: string) => {
      const problem = await problemOf(list(who, { _count: name }));
      expect(problem).toMatchObject({ status: 400 });
      return problem!.detail.replaceAll(name, '*');
    };
    const unknown = await refused(editor, 'nothing_like_it');
    for (const name of ['remarks', 'replies', 'reply_to', 'tags', '__proto__'])
      expect(await refused(editor, name)).toBe(unknown);
    const near = await problemOf(list(manager, { _count: 'replys' }));
    expect(near!.detail).toContain('did you mean replies?');
  });

  test('is named where its relation was to be expanded, to those who may count it', async () => {
    const detailOf = async (who: CurrentUser) =>
      (await problemOf(list(who, { _expand: 'remarks' })))!.detail;
    expect(await detailOf(manager)).toContain(
      'remarks is a to-many relation: use `_count` to count its records, and their own list to read them',
    );
    expect(await detailOf(editor)).toContain('There is no relation remarks');
  });

  test('has its price', async () => {
    const query = { title__ilike: Array.from({ length: 17 }, (_, at) => `${at}`), _end: '100' };
    expect(await problemOf(list(manager, query))).toBeNull();
    const problem = await problemOf(list(manager, { ...query, _count: 'replies,remarks' }));
    expect(problem!.detail).toContain('70 for the page and its relations');
  });

  test('may come back in a body', async () => {
    const [row] = await rowsOf(manager, { _count: 'replies', title: 'c' });
    const notes = library.engine.operations(manager)(Note);
    await expect(notes.update(row!['id'] as number, row!)).resolves.toBeDefined();
  });
});
