import { describe, expect, onTestFinished, test } from 'vitest';
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
import { Note, Person, Tag, modules } from '../fixtures/library.js';
import { openLibrary, problemOf, user } from '../fixtures/open-library.js';

/** A library whose notes have these row rules and hooks, with three people. */
async function open(
  rows: readonly RowRule[],
  hooks: HookDefinition<Note> = {},
  fields: AccessRules['fields'] = {},
) {
  const access = defineAccess<Note>({ rows: rows as never, fields });
  const { database, engine } = await openLibrary('sqlite::memory:', {
    modules: modules.map((module) =>
      module.entity === Note
        ? { ...module, access, hooks: defineHooks(Note, hooks) as never }
        : module,
    ),
  });
  onTestFinished(() => database.close());
  for (const name of ['Ann', 'Ben', 'Cid']) await engine.system(Person).create({ name });
  return engine;
}

/** What is wrong with a write, a line for each field; nothing if it is done. */
async function wrong(work: Promise<unknown>): Promise<readonly string[]> {
  const problem = await problemOf(work);
  if (problem && problem.problems.length === 0) return [String(problem.status)];
  return problem?.problems.map(({ field, code }) => `${field} ${code}`) ?? [];
}

const boss = user(1, ['Admin'], [1]);
const clerk = user(2, ['Editor'], [1]);

describe('the tenant of a record', () => {
  const rows = [tenant('tenant_id'), allFor('Admin')];

  test('must be named by whoever sees the records of all', async () => {
    const engine = await open(rows);
    const notes = engine.as(user(1, ['Admin'], []))(Note);
    expect(await wrong(notes.create({ title: 'a' }))).toEqual(['tenant_id required']);
    expect(await wrong(notes.create({ title: 'a', tenant_id: null }))).toEqual([
      'tenant_id required',
    ]);
    const note = await notes.create({ title: 'a', tenant_id: 2 });
    expect(await wrong(notes.update(note.id, { title: 'b' }))).toEqual([]);
    expect(await wrong(notes.update(note.id, { tenant_id: null }))).toEqual(['tenant_id required']);
    // A value that does not fit is wrong once, and another one does not hide it.
    const sent = { title: 'a', tenant_id: 'x' as never };
    expect(await wrong(notes.create(sent))).toEqual(['tenant_id type']);
    expect(await wrong(notes.create({ title: 1 as never }))).toEqual([
      'title type',
      'tenant_id required',
    ]);
    // Who sends back what is there changes nothing.
    const { id } = await engine.system(Note).create({ title: 'nobody’s' });
    expect(await wrong(notes.update(id, { tenant_id: null, title: 'b' }))).toEqual([]);
  });

  test('is no foreign one, nor told apart from none', async () => {
    const engine = await open(rows);
    const notes = engine.as(clerk)(Note);
    expect(await wrong(notes.create({ title: 'a', tenant_id: 2 }))).toEqual([
      'tenant_id reference',
    ]);
    const both = { title: 'a', tenant_id: 2, reply_to_id: 99 };
    expect((await wrong(notes.create(both))).toSorted()).toEqual([
      'reply_to_id reference',
      'tenant_id reference',
    ]);
    const { id } = await notes.create({ title: 'a' });
    expect(await wrong(notes.update(id, { tenant_id: 1 }))).toEqual([]);
    expect(await wrong(notes.update(id, { tenant_id: 2 }))).toEqual(['tenant_id reference']);
  });

  test('may be set by the project’s own code, which knows of no bounds', async () => {
    const engine = await open([...rows, custom<Note>((_user, where) => where.eq('slug', 'open'))], {
      beforeSave: () => ({ tenant_id: 5 }),
    });
    expect(await wrong(engine.as(clerk)(Note).create({ title: 'a', slug: 'open' }))).toEqual([]);
  });

  test('is not demanded where the project’s own code has left it out', async () => {
    const engine = await open(rows, { beforeSave: () => ({ tenant_id: null }) });
    expect(await wrong(engine.as(boss)(Note).create({ title: 'a', tenant_id: 1 }))).toEqual([]);
  });
});

describe('the owner of a record', () => {
  const rows = [owner('owner_id'), custom<Note>((_user, where) => where.eq('slug', 'open'))];

  test('is another one where other rules show the record, and must exist', async () => {
    const notes = (await open(rows)).as(clerk)(Note);
    expect(await wrong(notes.create({ title: 'a', owner_id: 3 }))).toEqual(['owner_id reference']);
    expect(await wrong(notes.create({ title: 'a', owner_id: 3, slug: 'open' }))).toEqual([]);
    expect(await wrong(notes.create({ title: 'a', owner_id: 9, slug: 'open' }))).toEqual([
      'owner_id reference',
    ]);
    // A missing owner is told when nothing else is wrong.
    const both = { title: 'a', owner_id: 9, slug: 'open', reply_to_id: 99 };
    expect(await wrong(notes.create(both))).toEqual(['reply_to_id reference']);
    expect(await wrong(notes.create({ title: 'a' }))).toEqual([]);
  });

  test('may be sent back', async () => {
    const engine = await open(rows);
    const { id } = await engine.system(Note).create({ title: 'a', owner_id: 3, slug: 'open' });
    const notes = engine.as(clerk)(Note);
    expect(await wrong(notes.update(id, { owner_id: 3, title: 'b' }))).toEqual([]);
    expect(await wrong(notes.update(id, { owner_id: 1, slug: null }))).toEqual([
      'owner_id reference',
    ]);
    expect(await wrong(notes.update(id, { owner_id: 3, slug: null }))).toEqual(['403']);
  });
});

describe('records that a record refers to', () => {
  const rows = [tenant('tenant_id'), custom<Note>((_user, where) => where.isNull('tenant_id'))];

  test('exist for the writer, or were there before', async () => {
    const engine = await open(rows);
    const hidden = await engine.system(Note).create({ title: 'h', tenant_id: 2 });
    const notes = engine.as(clerk)(Note);
    const refer = { title: 'a', reply_to_id: hidden.id };
    expect(await wrong(notes.create(refer))).toEqual(['reply_to_id reference']);
    const { id } = await engine.system(Note).create({ ...refer, tenant_id: 1 });
    expect(await wrong(notes.update(id, refer))).toEqual([]);
    const other = await notes.create({ title: 'o' });
    expect(await wrong(notes.update(other.id, refer))).toEqual(['reply_to_id reference']);
  });

  test('may be hidden from the writer where the project’s own code names them', async () => {
    let hidden = 0;
    const engine = await open(rows, { beforeSave: () => (hidden ? { reply_to_id: hidden } : {}) });
    const note = await engine.system(Note).create({ title: 'h', tenant_id: 2 });
    hidden = note.id;
    const notes = engine.as(clerk)(Note);
    expect(await wrong(notes.create({ title: 'a' }))).toEqual([]);
    hidden = 99;
    expect(await wrong(notes.create({ title: 'a' }))).toEqual(['reply_to_id reference']);
  });

  test('are no secret that a writer could guess: unread, they do not count as sent back', async () => {
    const engine = await open(rows, {}, { reply_to_id: { read: ['Admin'] } });
    const hidden = await engine.system(Note).create({ title: 'h', tenant_id: 2 });
    const refer = { reply_to_id: hidden.id };
    const { id } = await engine.system(Note).create({ title: 'a', tenant_id: 1, ...refer });
    expect(await wrong(engine.as(clerk)(Note).update(id, refer))).toEqual([
      'reply_to_id reference',
    ]);
    expect(await wrong(engine.as(boss)(Note).update(id, refer))).toEqual([]);
  });

  test('are named as what they are', async () => {
    const engine = await open([owner('owner_id'), tenant('tenant_id')]);
    const told = async (more: object) => {
      const work = engine
        .as(user(2, ['Editor'], []))(Note)
        .create({ title: 'a', ...more });
      return (await problemOf(work))?.problems.map(({ message }) => message);
    };
    expect(await told({ owner_id: 3 })).toEqual([
      'owner_id points to a person that does not exist.',
    ]);
    expect(await told({ tenant_id: 3 })).toEqual([
      'tenant_id points to a tenant that does not exist.',
    ]);
  });

  test('may be linked by the project’s own code, beside those that the writer names', async () => {
    let added: readonly string[] = ['hidden'];
    const engine = await open(rows, {
      beforeSave: ({ values }) => ({ related: [...(values.related ?? []), ...added] }) as never,
    });
    added = [];
    await engine.system(Note).create({ title: 'hidden', tenant_id: 2 });
    await engine.system(Note).create({ title: 'one' });
    added = ['hidden'];
    const notes = engine.as(clerk)(Note);
    const create = (more: object) => wrong(notes.create({ title: 'a', ...more } as never));
    expect(await create({})).toEqual([]);
    expect(await create({ related: ['one'] })).toEqual([]);
    expect(await create({ related: ['nobody'] })).toEqual(['related reference']);
    added = ['nobody'];
    expect(await create({ related: ['one'] })).toEqual(['related reference']);
  });

  test('form no circle', async () => {
    const notes = (await open(rows)).as(clerk)(Note);
    const first = await notes.create({ title: 'a' });
    const second = await notes.create({ title: 'b', reply_to_id: first.id });
    expect(await wrong(notes.update(first.id, { reply_to_id: second.id }))).toEqual([
      'reply_to_id cycle',
    ]);
    expect(await wrong(notes.update(first.id, { reply_to_id: first.id }))).toEqual([
      'reply_to_id cycle',
    ]);
    expect(await wrong(notes.update(second.id, { reply_to_id: first.id }))).toEqual([]);
  });

  test('are linked by keys that name one record each', async () => {
    const engine = await open(rows);
    const tag = await engine.system(Tag).create({ name: 't' });
    for (const title of ['one', 'twice', 'twice']) await engine.system(Note).create({ title });
    await engine.system(Note).create({ title: 'hidden', tenant_id: 2 });
    const notes = engine.as(clerk)(Note);
    const create = (more: object) => wrong(notes.create({ title: 'a', ...more } as never));
    expect(await create({ tags: [tag.id], related: ['one'] })).toEqual([]);
    expect(await create({ tags: [tag.id, 99] })).toEqual(['tags reference']);
    expect(await create({ related: ['twice'] })).toEqual(['related ambiguous']);
    expect(await create({ related: ['hidden'] })).toEqual(['related reference']);
    expect(await create({ tags: [99], related: ['one', 'nobody'] })).toEqual([
      'tags reference',
      'related reference',
    ]);
  });

  test('that a role reads may be sent back by a role that writes', async () => {
    const forViewers = defineAccess<Tag>({ rows: [allFor('Viewer')] });
    const { database, engine } = await openLibrary('sqlite::memory:', {
      modules: modules.map((module) =>
        module.entity === Note || module.entity === Tag
          ? { ...module, access: module.entity === Tag ? forViewers : defineAccess<Note>({}) }
          : module,
      ),
    });
    onTestFinished(() => database.close());
    const tags = [];
    for (const name of ['linked', 'second', 'other'])
      tags.push((await engine.system(Tag).create({ name })).id);
    const [linked, second, other] = tags as [number, number, number];
    const { id } = await engine.system(Note).create({ title: 'a', tags: [linked, second] });
    const notes = engine.as(user(2, ['Typist', 'Viewer']))(Note);
    const update = (...sent: readonly number[]) => wrong(notes.update(id, { tags: [...sent] }));
    expect(await update(linked, second)).toEqual([]);
    expect(await update(linked)).toEqual([]);
    expect(await update(other)).toEqual(['tags reference']);
    expect(await update(linked, other)).toEqual(['tags reference']);
    // Who writes and reads by one role has read no such link.
    const typist = engine.as(user(2, ['Typist']))(Note);
    expect(await wrong(typist.update(id, { tags: [linked] }))).toEqual(['tags reference']);
  });
});
