import { expect, onTestFinished, test, vi } from 'vitest';
import { custom, defineAccess, tenant } from '../../model/access-rules.js';
import { Book, Note, Person, Tag, modules } from '../fixtures/library.js';
import { openLibrary, statusOf, user } from '../fixtures/open-library.js';
import { authorize, writing, type Write } from '../../records/scope.js';
import { NOTHING, type Draft } from '../../records/writing/draft.js';
import { FoundReferences, foundBy } from '../../records/writing/found-references.js';

const clerk = user(2, ['Editor'], [1]);
const boss = user(2, ['Editor'], [1, 2]);

/** Creates of notes with these drafts: a clerk sees the notes of one tenant. */
async function open() {
  const notes = defineAccess<Note>({
    rows: [tenant('tenant_id'), custom<Note>((_, where) => where.isNull('tenant_id'))],
  });
  const { database, engine } = await openLibrary('sqlite::memory:', {
    modules: modules.map((one) => (one.entity === Note ? { ...one, access: notes } : one)),
  });
  onTestFinished(() => database.close());
  const { system } = engine;
  for (const [title, tenant_id] of [
    ['one', 1],
    ['two', 2],
    ['three', 1],
  ] as const)
    await system(Note).create({ title, tenant_id });
  for (const name of ['Ann', 'Ben']) await system(Person).create({ name });
  for (const name of ['red', 'blue']) await system(Tag).create({ name });

  /** What is found for the writes, and the statements by which it is. */
  async function find<T>(
    drafts: readonly (Partial<Draft> & { readonly who?: typeof clerk })[],
    work: (writes: readonly Write[]) => Promise<T>,
    entity: new () => object = Note,
  ) {
    return database.write(async (session) => {
      const grants = new Map(
        [clerk, boss].map((who) => [who, authorize(engine.scope(who)(entity), 'create')]),
      );
      const writes = drafts.map(({ who = clerk, ...draft }, index) =>
        writing(
          { mode: 'create', id: null, draft: { ...NOTHING, ...draft }, index },
          grants.get(who)!,
          session,
        ),
      );
      const rows = vi.spyOn(session, 'rows');
      const found = await work(writes);
      return { found, asked: rows.mock.calls.map(([{ sql }]) => sql) };
    });
  }
  return { database, engine, find };
}

const to = (id: number | null, byCode = false): Partial<Draft> => ({
  columns: { reply_to_id: id },
  ...(byCode && { byCode: new Set(['reply_to_id']) }),
});

test('a row is there for those who see it, and for the project’s own code', async () => {
  const { find } = await open();
  for (const isSingle of [false, true]) {
    const of = async (draft: Partial<Draft>, byCode = false, id = 2) =>
      (await find([draft], (writes) => FoundReferences.of(writes, isSingle))).found.has(
        'reply_to_id',
        byCode,
        id,
      );
    expect(await of(to(1), false, 1)).toBe(true);
    expect(await of(to(2))).toBe(false);
    expect(await of(to(2, true), true)).toBe(true);
    expect(await of(to(9, true), true, 9)).toBe(isSingle);
  }
});

test('no row is there that nobody has named in this way', async () => {
  const { find } = await open();
  const { found } = await find([to(1), to(2)], (writes) => FoundReferences.of(writes));
  expect(found.has('reply_to_id', false, 1)).toBe(true);
  expect(found.has('reply_to_id', false, 3)).toBe(false);
  expect(found.has('reply_to_id', true, 1)).toBe(false);
  expect(found.has('owner_id', false, 1)).toBe(false);
  const { found: byCode } = await find([to(1, true)], (writes) => FoundReferences.of(writes));
  expect(byCode.has('reply_to_id', false, 1)).toBe(false);
});

test('keys name records by whoever has set them', async () => {
  const { find } = await open();
  const { found } = await find(
    [
      { links: { related: ['one', 'two', 'three'] }, keysByCode: { related: ['two'] } },
      { links: { tags: [1, 2] }, byCode: new Set(['tags']) },
    ],
    (writes) => FoundReferences.of(writes),
  );
  const keys = ['one', 'two', 'three'];
  expect(found.targets('related', false, keys)).toEqual([
    [1, 'one'],
    [3, 'three'],
  ]);
  expect(found.targets('related', true, keys)).toEqual([[2, 'two']]);
  expect(found.targets('tags', false, [1, 2])).toEqual([]);
  expect(found.targets('tags', true, [1, 2])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('writes find by one statement the rows of all their references, and ask for nothing else', async () => {
  const { find } = await open();
  const asked = async (drafts: readonly Partial<Draft>[], isSingle = false, entity?: typeof Book) =>
    (await find(drafts, (writes) => FoundReferences.of(writes, isSingle), entity as never)).asked
      .length;
  expect(await asked([{ columns: { title: 'a' } }])).toBe(0);
  expect(await asked([to(null)])).toBe(0);
  expect(await asked([to(1)])).toBe(1);
  expect(await asked([to(1), { columns: { owner_id: 1 } }, to(2, true)])).toBe(1);
  // The foreign key refuses an owner who is missing: nobody is hidden.
  expect(await asked([{ columns: { owner_id: 1 } }], true)).toBe(0);
  expect(await asked([{ columns: { owner_id: 1, reply_to_id: 1 } }], true)).toBe(1);
  expect(await asked([{ columns: { author_id: 9 } }], true, Book)).toBe(0);
});

test('rows are locked, unless one statement writes all', async () => {
  const { database, find } = await open();
  const { dialect } = database;
  const { keepRows } = dialect;
  onTestFinished(() => void Object.assign(dialect, { keepRows }));
  Object.assign(dialect, { keepRows: ' /* locked */' });
  const locks = async (isSingle: boolean) => {
    const { asked } = await find([to(1)], (writes) => FoundReferences.of(writes, isSingle));
    return asked.map((sql) => sql.includes('/* locked */'));
  };
  expect(await locks(true)).toEqual([false]);
  expect(await locks(false)).toEqual([true]);
});

test('each write sees the rows of its own grant', async () => {
  const { find } = await open();
  const has = async (drafts: readonly (Partial<Draft> & { who?: typeof clerk })[]) => {
    const { found } = await find(drafts, async (writes) => {
      const by = await foundBy(writes);
      return writes.map((write) =>
        by(write).has('reply_to_id', false, write.draft.columns['reply_to_id'] as number),
      );
    });
    return found;
  };
  const [theirs, ours] = [
    { ...to(2), who: boss },
    { ...to(2), who: clerk },
  ];
  expect(await has([ours])).toEqual([false]);
  expect(await has([ours, theirs])).toEqual([false, true]);
  expect(await has([theirs, ours, { ...to(1), who: clerk }])).toEqual([true, false, true]);
});

test('a write alone may leave a missing row to its foreign key, many writes may not', async () => {
  const { find } = await open();
  const owner = { columns: { owner_id: 1 } };
  const asked = async (drafts: readonly Partial<Draft>[], ...single: readonly boolean[]) =>
    (await find(drafts, (writes) => foundBy(writes, ...single))).asked.length;
  expect(await asked([owner], true)).toBe(0);
  expect(await asked([owner])).toBe(1);
  expect(await asked([owner, owner], true)).toBe(1);
});

test('of many records the one is named whose reference is missing', async () => {
  const { engine } = await open();
  const books = engine.as(clerk)(Book);
  expect(await statusOf(books.createMany([{ title: 'a' }, { title: 'b', author_id: 9 }]))).toBe(
    422,
  );
});
