import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../model/model-info.js';
import { conflict } from '../../problem/problem.js';
import type { Guard, RecordGuards, Rows } from '../../records/scope.js';
import { modules, Note, Person, Remark, Tag } from '../fixtures/library.js';
import { admin, emptyLibrary, openLibrary, problemOf, user } from '../fixtures/open-library.js';

/** Nobody changes a note that is closed, unless without rules. */
const closed: Guard = {
  concerns: ({ id }) => id !== null,
  guardsDeletion: true,
  refusals: async (rows, { access }) =>
    rows.map(({ before }) =>
      before?.['title'] === 'closed' && !access.unbound ? conflict('It is closed.') : null,
    ),
};

/** The number of people so far, in the session of the write. */
async function countPeople({ core, session }: Rows): Promise<number> {
  const sql = 'SELECT COUNT(*) FROM person';
  const [[count] = []] = await session.rows(
    core.statements.get(sql, () => sql),
    [],
  );
  return Number(count);
}

/** New people get an address that counts them. */
const counted: Guard = {
  concerns: ({ id }) => id === null,
  async give(writes) {
    let next = await countPeople(writes[0]!);
    return writes.map((write) => {
      if (write.id !== null) return write;
      const email = `${++next}@people.example`;
      return { ...write, draft: { ...write.draft, columns: { ...write.draft.columns, email } } };
    });
  },
};

const GUARDS: Readonly<Record<string, readonly Guard[]>> = { Note: [closed], Person: [counted] };

const guards: RecordGuards = {
  of: ({ name }: ModelInfo) => GUARDS[name] ?? [],
  refusals: () => [],
};

/** What guards refuse and give, whichever way leads to a row; `url` gives a fresh database. */
export const describeGuards = (url: () => Promise<string>) => {
  let library: Awaited<ReturnType<typeof openLibrary>>;
  beforeAll(async () => {
    const list = modules.map((one) => (one.entity === Tag ? { entity: Tag } : one));
    library = await openLibrary(await url(), { modules: list, guards: [guards] });
  }, 60_000);
  beforeEach(() => emptyLibrary(library.database));
  afterAll(() => library.database.close());

  const owned = user(2, ['Editor'], [1]);
  const of = (entity: new () => object, who = owned) => library.engine.operations(who)(entity);
  const system = () => library.engine.system(Note);
  const note = async (title: string, values: object = {}): Promise<number> =>
    (await system().create({ title, owner_id: null, tenant_id: 1, ...values })).id;
  const titleOf = async (id: number) => (await system().get(id)).title;
  const CLOSED = { status: 409, detail: expect.stringContaining('It is closed.') as string };

  describe('a row that is guarded', () => {
    test('is not changed, replaced, upserted or deleted', async () => {
      const id = await note('closed', { slug: 'a' });
      const sent = { title: 'open', slug: 'a', tenant_id: 1 };
      for (const work of [
        () => of(Note).update(id, { title: 'open' }),
        () => of(Note).update(id, { tags: [] }),
        () => of(Note).replace(id, sent),
        () => of(Note).upsertMany([sent], ['tenant_id', 'slug']),
        () => of(Note).remove(id),
      ])
        expect(await problemOf(work())).toMatchObject(CLOSED);
      expect(await titleOf(id)).toBe('closed');
      await system().update(id, { title: 'open' });
      await of(Note).remove(id);
    });

    test('is named by its position, and nothing of its request is written', async () => {
      const [first, second] = [await note('open'), await note('closed')];
      const values = { title: 'x' };
      const changes = [first, second].map((id) => ({ id, values }));
      const refused = await problemOf(of(Note).updateMany(changes));
      expect(refused).toMatchObject({ status: 409, problems: [{ index: 1 }] });
      expect(await titleOf(first)).toBe('open');
    });

    test('is not deleted with another row, and keeps its links', async () => {
      const parent = await note('open');
      const id = await note('closed', { reply_to_id: parent });
      expect(await problemOf(of(Note).remove(parent))).toMatchObject(CLOSED);
      const tag = await library.engine.system(Tag).create({ name: 'a' });
      await system().update(id, { tags: [tag.id] });
      expect(await problemOf(of(Tag, admin).remove(tag.id))).toMatchObject(CLOSED);
      expect(await titleOf(id)).toBe('closed');
      // Rows behind it have no guard.
      const remark = await library.engine.system(Remark).create({ text: 'x', note_id: id });
      await of(Remark).remove(remark.id);
    });

    test('is hidden first where its writer may not make it', async () => {
      const id = await note('closed');
      const elsewhere = { tenant_id: 2 };
      expect(await problemOf(of(Note).update(id, elsewhere))).toMatchObject({ status: 422 });
      const hidden = { owner_id: null, tenant_id: null };
      expect(await problemOf(of(Note).update(id, hidden))).toMatchObject({ status: 403 });
    });

    test('is closed by one of many requests', async () => {
      const id = await note('open');
      const done = await Promise.allSettled(
        Array.from({ length: 10 }, () => of(Note).update(id, { title: 'closed' })),
      );
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  test('values are given once to each row that is stored', async () => {
    const people = of(Person, admin);
    const emails = async () => {
      const rows: { email: string }[] = await library.database.dataSource.query(
        'SELECT email FROM person ORDER BY id',
      );
      return rows.map(({ email }) => email);
    };
    await people.create({ name: 'Ann' });
    await people.createMany([{ name: 'Ben' }, { name: 'Cid' }]);
    expect(await emails()).toEqual(['1@people.example', '2@people.example', '3@people.example']);
    // The address that comes next is taken.
    await people.update((await people.create({ name: 'Dan' })).record.id, {
      email: '5@people.example',
    });
    const taken = await problemOf(people.createMany([{ name: 'Eve' }, { name: 'Fay' }]));
    expect(taken).toMatchObject({ status: 409 });
    expect(await emails()).toHaveLength(4);
  });
};
