import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import {
  allFor,
  custom,
  defineAccess,
  owner,
  tenant,
  type AccessRules,
  type RowRule,
} from '../../model/access-rules.js';
import { defineHooks, type HookDefinition } from '../../model/define-hooks.js';
import type { ModelModule } from '../../model/model-module.js';
import type { FieldProblem } from '../../problem/problem.js';
import { createEngine } from '../../records/create-engine.js';
import type { Write } from '../../records/scope.js';
import { NOTHING } from '../../records/writing/draft.js';
import { FoundReferences } from '../../records/writing/found-references.js';
import { checkReferences } from '../../records/writing/references.js';
import { Book, Note, Person, Remark, Tag, modules } from '../fixtures/library.js';
import { ROLES, openLibrary, problemOf, user } from '../fixtures/open-library.js';
import { model, user as anybody } from '../fixtures/plain-model.js';

/** Has the desks of a tenant. */
@Entity('firm')
class Firm {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity('desk')
class Desk {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer', { default: () => '1' })
  firm_id!: number;

  @ManyToOne(() => Firm)
  @JoinColumn({ name: 'firm_id' })
  firm?: Relation<Firm>;
}

const clerk = user(2, ['Editor'], [1]);

/** A library in which some models have other rules or hooks, with three people. */
async function open(changed: readonly (Pick<ModelModule, 'entity'> & Partial<ModelModule>)[]) {
  const { database, engine } = await openLibrary('sqlite::memory:', {
    modules: modules.map((one) => ({
      ...one,
      ...changed.find(({ entity }) => entity === one.entity),
    })),
  });
  onTestFinished(() => database.close());
  for (const name of ['Ann', 'Ben', 'Cid']) await engine.system(Person).create({ name });
  return { database, engine };
}

const notes = (
  rows: readonly RowRule[],
  hooks: HookDefinition<Note> = {},
  fields: AccessRules['fields'] = {},
) => ({
  entity: Note,
  access: defineAccess<Note>({ rows: rows as never, fields }),
  hooks: defineHooks(Note, hooks) as never,
});

/** The fields that are wrong, each with its code and the position of its record; the status where no field is. */
async function wrong(work: Promise<unknown>): Promise<readonly string[]> {
  const problem = await problemOf(work);
  if (problem && problem.problems.length === 0) return [String(problem.status)];
  return (problem?.problems ?? []).map(({ index, field, code }) =>
    [index, field, code].filter((part) => part !== undefined && part !== '').join(' '),
  );
}

test('whatever is wrong with lines is told with their record, each field once', async () => {
  const at = (field: string): FieldProblem => ({ field, code: 'x', message: field });
  const lines = { problems: vi.fn(async () => [at('a'), at('items.0.b')]) };
  const check = (...problems: readonly FieldProblem[]) => {
    const scope = {
      core: { plan: () => ({ lines, references: [] }) },
      access: { unbound: true },
      model: model('Task', { roles: {}, rows: null, fields: {} }),
      grant: { user: anybody(), roles: [] },
    };
    const write = { ...scope, id: null, draft: { ...NOTHING, problems } } as never as Write;
    return wrong(checkReferences(write, new FoundReferences()));
  };
  expect(await check(at('a'))).toEqual(['a x', 'items.0.b x']);
  expect(await check(at('c'))).toEqual(['c x', 'a x', 'items.0.b x']);
  lines.problems.mockClear();
  // Alone, it shows once the lines are written.
  expect(await check()).toEqual([]);
  expect(lines.problems).not.toHaveBeenCalled();
});

describe('a tenant that is a record', () => {
  const openFirm = async () => {
    const database = await openDatabase('sqlite::memory:', [Firm, Desk], []);
    onTestFinished(() => database.close());
    await database.dataSource.synchronize();
    const engine = createEngine({
      ...{ database, roles: () => ROLES, searchedFields: () => [] },
      modules: [
        { entity: Firm },
        {
          entity: Desk,
          access: defineAccess<Desk>({ rows: [tenant('firm_id'), allFor('Admin')] }),
        },
      ],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    await engine.system(Firm).create({});
    return engine;
  };

  test('is refused once if it is foreign and does not exist', async () => {
    const desks = (await openFirm()).as(clerk)(Desk);
    expect(await wrong(desks.create({ firm_id: 9 }))).toEqual(['firm_id reference']);
    expect(await wrong(desks.create({ firm_id: 1 }))).toEqual([]);
  });

  test('is named by whoever sees all records, although the database would fill it in', async () => {
    const desks = (await openFirm()).as(user(1, ['Admin']))(Desk);
    expect(await wrong(desks.create({}))).toEqual(['firm_id required']);
    expect(await wrong(desks.create({ firm_id: 1 }))).toEqual([]);
  });
});

describe('owners other than the writer', () => {
  const rows = [owner('owner_id'), custom<Note>((_, where) => where.eq('slug', 'open'))];

  test('are refused in many records if the writer would not see these', async () => {
    const { engine } = await open([notes(rows)]);
    const create = (...values: readonly Partial<Note>[]) =>
      wrong(
        engine
          .as(clerk)(Note)
          .createMany(values.map((one) => ({ title: 'a', ...one }))),
      );
    expect(await create({ owner_id: 3, slug: 'open' }, { owner_id: 2 })).toEqual([]);
    expect(await create({ owner_id: 3 }, { owner_id: 2 }, { owner_id: 99 })).toEqual([
      '0 owner_id reference',
      '2 owner_id reference',
    ]);
  });

  test('may stay in many records, which still must not become hidden', async () => {
    const { engine } = await open([notes(rows)]);
    const open_ = { title: 'a', owner_id: 3, slug: 'open' };
    const [one, two] = await engine.system(Note).createMany([open_, { title: 'b', owner_id: 2 }]);
    const change = (values: Partial<Note>) =>
      wrong(
        engine
          .as(clerk)(Note)
          .updateMany([
            { id: one!.id, values },
            { id: two!.id, values: { title: 'c' } },
          ]),
      );
    expect(await change({ owner_id: 3, title: 'd' })).toEqual([]);
    expect(await change({ owner_id: 3, slug: null })).toEqual(['0 row-rule']);
  });

  test('are called users if the field does not say what they are', async () => {
    const { engine } = await open([notes([owner('tenant_id')])]);
    const work = engine.as(clerk)(Note).create({ title: 'a', tenant_id: 3 });
    expect((await problemOf(work))?.problems.map(({ message }) => message)).toEqual([
      'tenant_id points to a user that does not exist.',
    ]);
  });
});

describe('links that the project’s own code sets', () => {
  const rows = [tenant('tenant_id'), custom<Note>((_, where) => where.isNull('tenant_id'))];

  test('are not ambiguous if another record of the request has the same link', async () => {
    const { engine } = await open([
      notes(rows, {
        beforeTransaction: ({ values }) =>
          (values.title === 'b' ? { related: [...(values.related ?? []), 'one'] } : {}) as never,
      }),
    ]);
    for (const title of ['one', 'two']) await engine.system(Note).create({ title });
    const made = await engine
      .as(clerk)(Note)
      .createMany([
        { title: 'a', related: ['one'] },
        { title: 'b', related: ['two'] },
      ] as never);
    expect(made).toMatchObject([{ related: ['one'] }, { related: ['one', 'two'] }]);
  });

  test('replace those that the writer does not see', async () => {
    let isEmptied = false;
    const { engine } = await open([
      notes(rows, { beforeSave: () => (isEmptied ? { related: [] } : {}) as never }),
    ]);
    await engine.system(Note).create({ title: 'hidden', tenant_id: 2 });
    const { id } = await engine.system(Note).create({ title: 'a', related: ['hidden'] } as never);
    isEmptied = true;
    await engine.as(clerk)(Note).update(id, { title: 'b' });
    expect(await engine.system(Note).get(id)).toMatchObject({ title: 'b', related: [] });
  });
});

test('links that a writer does not read cannot be sent back', async () => {
  const { engine } = await open([
    notes([custom<Note>((_, { all }) => all)], {}, { tags: { read: ['Admin'] } }),
    { entity: Tag, access: defineAccess<Tag>({ rows: [allFor('Viewer')] }) },
  ]);
  const tag = await engine.system(Tag).create({ name: 't' });
  const { id } = await engine.system(Note).create({ title: 'a', tags: [tag.id] } as never);
  const change = (roles: readonly string[]) =>
    wrong(
      engine
        .as(user(2, roles))(Note)
        .update(id, { tags: [tag.id] } as never),
    );
  expect(await change(['Typist', 'Viewer'])).toEqual(['tags reference']);
});

describe('a circle', () => {
  test('is of records of one model', async () => {
    const { engine } = await open([]);
    const note = await engine.system(Note).create({ title: 'a', tenant_id: 1 });
    const remark = await engine.system(Remark).create({ text: 'a', note_id: note.id });
    expect(remark.id).toBe(note.id);
    const remarks = engine.as(clerk)(Remark);
    expect(await wrong(remarks.update(remark.id, { note_id: note.id }))).toEqual([]);
  });

  test('is looked for when no other move in the tree can end first', async () => {
    const { database, engine } = await open([]);
    const books = engine.as(clerk)(Book);
    const [a, b] = await books.createMany([{ title: 'a' }, { title: 'b' }]);
    const lockText = vi.spyOn(database.dialect, 'lockText');
    onTestFinished(() => lockText.mockRestore());
    lockText.mockReturnValue('SELECT this_database_waits()');
    await expect(books.update(a!.id, { sequel_of_id: b!.id })).rejects.toThrow(
      'this_database_waits',
    );
    lockText.mockReturnValue(null);
    expect(await wrong(books.update(a!.id, { sequel_of_id: b!.id }))).toEqual([]);
  });
});
