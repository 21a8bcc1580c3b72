import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { sql, type Sql } from '../../database/sql.js';
import type { CurrentUser } from '../../model/access-rules.js';
import { defineHooks } from '../../model/define-hooks.js';
import { whereOf, type Where } from '../../model/where.js';
import { HttpProblem } from '../../problem/problem.js';
import { createEngine } from '../../records/create-engine.js';
import { Book, modules, Note, Paper, Person, Remark, Tag } from '../fixtures/library.js';
import { CreateStop20260101000000, Stop, stop } from '../fixtures/odd-names.js';
import { admin, openLibrary, ROLES, user } from '../fixtures/open-library.js';
import { useLibrary, withPeople } from '../fixtures/use-library.js';

const editor = user(4, ['Editor'], [2]);
const viewer = user(2, ['Viewer'], [2]);
const typist = user(5, ['Typist'], [2]);

/** Statements of a project's own, on every database; `url` gives a fresh one. */
export const describeVisible = (url: () => Promise<string>) => {
  const library = useLibrary(url, async (engine) => {
    await withPeople('Ann', 'Ben', 'Cid', 'Dot')(engine);
    const { system } = engine;
    for (const [title, tenant_id, secret] of [
      ['ours', 2, 'x'],
      ['theirs', 1, 'y'],
      ['also ours', 2, 'z'],
    ] as const)
      await system(Note).create({ title, tenant_id, secret });
    for (const note_id of [1, 1, 2, 3]) await system(Remark).create({ text: 'so', note_id });
  });

  const crud = (who: CurrentUser) => library.engine.as(who);
  /** Rows with plain prototypes, which are easier to compare. */
  const rowsOf = async (statement: Sql, who: CurrentUser = editor) =>
    (await crud(who).query(statement)).map((row) => ({ ...row }));
  const refusal = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error instanceof HttpProblem ? error.status : error;
    }
  };

  test('joins the rows that the rules of each model show', async () => {
    const remarked = (who: CurrentUser) => sql`
      select n.title, cast(count(r.id) as integer) as remarks
      from ${crud(who)(Note).visible()} n join ${crud(who)(Remark).visible()} r on r.note_id = n.id
      group by n.id, n.title order by n.id`;
    expect(await rowsOf(remarked(editor))).toEqual([
      { title: 'ours', remarks: 2 },
      { title: 'also ours', remarks: 1 },
    ]);
    expect(await rowsOf(remarked(admin), admin)).toEqual([{ title: 'theirs', remarks: 1 }]);
    const all = sql`select id from ${library.engine.system(Note).visible()} n order by id`;
    expect(await library.engine.system.query(all)).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  test('has the columns that its reader may read, and no others', async () => {
    const columns = async (who: CurrentUser) => {
      const { where } = { where: { id: who === admin ? 2 : 1 } };
      const [row] = await rowsOf(sql`select * from ${crud(who)(Note).visible({ where })} n`, who);
      return Object.keys(row!);
    };
    const open = ['id', 'title', 'slug', 'owner_id', 'tenant_id', 'reply_to_id'];
    expect(await columns(editor)).toEqual(open);
    expect((await columns(admin)).sort()).toEqual([...open, 'secret'].sort());
    const named = sql`select n.secret from ${crud(editor)(Note).visible()} n`;
    await expect(rowsOf(named)).rejects.toThrow(/secret/);
    const { system } = library.engine;
    expect(system(Person).visible().strings.join()).not.toContain('pin');
  });

  test('has the fields that are named, and refuses a hidden one', async () => {
    const ids = crud(editor)(Note).visible({ fields: ['id'] });
    const among = sql`select text from ${crud(editor)(Remark).visible()} r where note_id in ${ids}`;
    expect(await rowsOf(among)).toHaveLength(3);
    const [row] = await rowsOf(
      sql`select * from ${crud(editor)(Note).visible({ fields: ['title', 'id', 'id'] })} n`,
    );
    expect(row).toEqual({ title: 'ours', id: 1 });
    expect(refusal(() => crud(editor)(Note).visible({ fields: ['secret'] }))).toBe(403);
    const unknown = refusal(() => crud(editor)(Note).visible({ fields: ['titel' as 'title'] }));
    expect(String(unknown)).toContain('Note has no field titel; did you mean title?');
  });

  test('is 403 where its reader may not list the model, never empty', () => {
    expect(refusal(() => crud(typist)(Note).visible())).toBe(403);
    expect(refusal(() => crud(user(6, []))(Tag).visible())).toBe(403);
  });

  test('takes conditions within what its reader may know', async () => {
    const of = (where: object) => sql`
      select id from ${crud(viewer)(Note).visible({ where })} n order by id`;
    expect(await rowsOf(of({ title: ['theirs', 'ours'] }), viewer)).toEqual([{ id: 1 }]);
    expect(refusal(() => of({ secret: 'x' }))).toBe(403);
    const remarks = crud(viewer)(Remark).visible({
      where: whereOf<Remark>().parent('note', (note) => note.startsWith('title', 'also')),
    });
    expect(await rowsOf(sql`select note_id from ${remarks} r`, viewer)).toEqual([{ note_id: 3 }]);
  });

  test('is texts and the values between them, as template tags of other libraries take it', async () => {
    const notes = crud(editor)(Note).visible({ where: { title: 'ours' } });
    const { strings, values } = sql`select id from ${notes} n where id > ${0}`;
    expect(strings).toHaveLength(values.length + 1);
    expect(strings.join('')).not.toMatch(/[$?]\d|\0/);
    expect(values.at(-1)).toBe(0);
    const again = sql(Object.assign([...strings], { raw: strings }), ...(values as number[]));
    expect(await rowsOf(again)).toEqual([{ id: 1 }]);
  });

  test('leaves out rows that are marked as deleted', async () => {
    const papers = library.engine.system(Paper);
    for (const name of ['a', 'b']) await papers.create({ name, status: 'public' });
    await papers.remove(1);
    const names = sql`select name from ${crud(viewer)(Paper).visible()} p`;
    expect(await rowsOf(names, viewer)).toEqual([{ name: 'b' }]);
  });

  test('reads what its own transaction has written', async () => {
    const { database, engine } = library;
    const titles = async () =>
      (await rowsOf(sql`select title from ${crud(editor)(Note).visible()} n order by id`)).map(
        ({ title }) => title,
      );
    const work = database.dataSource.transaction(async () => {
      await engine.system(Note).create({ title: 'new', tenant_id: 2 });
      expect(await titles()).toEqual(['ours', 'also ours', 'new']);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await titles()).toEqual(['ours', 'also ours']);
  });

  test('is part of a statement of the manager, and of one in a hook', async () => {
    const seen: unknown[] = [];
    const hooks = defineHooks(Tag, {
      afterSave: async ({ crud: own, manager }) => {
        const notes = own(Note).visible({ where: { title: 'ours' } });
        seen.push(...(await own.query(sql`select title from ${notes} n`)));
        const kept = sql`update note set slug = ${'kept'} where id in (select id from ${notes} n)`;
        await manager.query(...kept.for(manager.dataSource));
      },
    });
    const other = await openLibrary(await url(), {
      modules: modules.map((module) => (module.entity === Tag ? { ...module, hooks } : module)),
    });
    try {
      const { system } = other.engine;
      for (const tenant_id of [1, 2]) await system(Note).create({ title: 'ours', tenant_id });
      await other.engine.as(editor)(Tag).create({ name: 'x' });
      expect(seen).toMatchObject([{ title: 'ours' }]);
      expect(await system(Note).find()).toMatchObject([{ slug: null }, { slug: 'kept' }]);
    } finally {
      await other.database.close();
    }
  });

  test('has a name for each field, whatever it is', async () => {
    const database = await openDatabase(await url(), [Stop], [CreateStop20260101000000]);
    onTestFinished(() => database.close());
    await migrate(database);
    const settings = { maxPageSize: 100, maxQueryCost: 300 };
    const parts = { database, modules: [stop], roles: () => ROLES, searchedFields: () => [] };
    const { as } = createEngine({ ...parts, settings });
    await as(admin)(Stop).create({ at: 'x', one: 'y' });
    const [row] = await as(admin).query(sql`select * from ${as(admin)(Stop).visible()} v`);
    expect(row).toMatchObject({ id: 1, at: 'x', one: 'y' });
  });

  describe('a condition of every kind', () => {
    const when = new Date('2026-05-06T07:08:09.010Z');
    const values = {
      ...{ title: 'Emma', shelf: "O'Neil \\ 50%_?", body: '$1 ?1 {x}', pages: 7, lent: true },
      ...{ isbn: '9007199254740993', weight: 1.5, price: 12.3, bought_on: '2026-01-31' },
      ...{ opens_at: '08:30:00', read_at: when, state: 'used', extra: { a: [1, 'b'] } },
      code: '0b1f64e2-6d3c-4f5e-9f6a-3d2c1b0a9f8e',
    };
    beforeEach(async () => {
      await library.engine.system(Book).create(values);
      await library.engine.system(Book).create({ title: 'other', lent: false });
    });

    test.each(Object.entries(values))('%s', async (field, value) => {
      const isJson = field === 'extra';
      const given = value instanceof Date ? value.toISOString() : value;
      const equal = { op: 'eq', field, value: given } as Where;
      const among = { op: 'in', field, values: [given, given] } as Where;
      for (const where of isJson ? [equal] : [equal, among]) {
        const found = sql`select id from ${library.engine.system(Book).visible({ where })} b
          where title <> ${'nobody'}`;
        expect(await rowsOf(found)).toEqual([{ id: 1 }]);
      }
    });

    test('texts that look like placeholders', async () => {
      const where = whereOf<Book>().contains('body', '?1 {X');
      const found = sql`select shelf from ${crud(admin)(Book).visible({ where })} b
        where shelf = ${values.shelf} and title in (${['x', 'Emma']})`;
      expect(await rowsOf(found, admin)).toEqual([{ shelf: values.shelf }]);
    });
  });

  describe('values', () => {
    const ids = async (condition: Sql) => {
      const notes = library.engine.system(Note).visible();
      return (await rowsOf(sql`select id from ${notes} n where ${condition} order by id`)).map(
        ({ id }) => id,
      );
    };

    test('are bound, lists item by item, and parts are put together', async () => {
      expect(await ids(sql`title = ${"x' or 1=1 --"}`)).toEqual([]);
      expect(await ids(sql`title in (${['ours', 'theirs']})`)).toEqual([1, 2]);
      expect(await ids(sql`title in (${[]})`)).toEqual([]);
      const either = [sql`title = ${'ours'}`, sql`tenant_id = ${1}`];
      expect(await ids(sql`${either[0]!} or ${either[1]!}`)).toEqual([1, 2]);
      const columns = [sql`id`, sql`title`];
      const [row] = await rowsOf(
        sql`select ${columns} from ${library.engine.system(Note).visible()} n where id = ${1}`,
      );
      expect(row).toEqual({ id: 1, title: 'ours' });
    });

    test('are moments and booleans as columns hold them', async () => {
      const read_at = new Date('2026-05-06T07:08:09.010Z');
      await library.engine.system(Book).create({ title: 'read', lent: true, read_at });
      const found = sql`select id from ${library.engine.system(Book).visible()} b
        where read_at = ${read_at} and lent = ${true}`;
      expect(await rowsOf(found)).toHaveLength(1);
    });

    test('of other kinds are refused', () => {
      expect(() => sql`select ${undefined as unknown as null}`).toThrow(
        'sql: a value is undefined; use null for no value (value 1)',
      );
      expect(() => sql`select ${1}, ${{} as unknown as null}`).toThrow('of the type object');
      expect(() => sql`select ${[[1]] as unknown as number[]}`).toThrow('a list inside a list');
    });
  });

  test('a statement that does not read is refused', async () => {
    for (const statement of [sql`delete from note`, sql`update note set title = ${'x'}`])
      await expect(rowsOf(statement)).rejects.toThrow('begins with SELECT, WITH or VALUES');
    const notes = crud(editor)(Note).visible();
    const cte = sql` with n as (select * from ${notes} v) select count(*) as n from n`;
    expect(Number((await rowsOf(cte))[0]!['n'])).toBe(2);
  });

  test('in a migration it is a step', () => {
    const step = sql({ sqlite: 'select 1', postgres: 'select 2' });
    expect(step).toEqual({ do: 'sql', up: { sqlite: 'select 1', postgres: 'select 2' } });
  });
};
