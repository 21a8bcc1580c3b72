import { afterEach, expect, test } from 'vitest';
import type { Directory } from '../../auth/directory.js';
import { tellingUniques } from '../../auth/permissions.js';
import {
  ACTIONS,
  custom,
  defineAccess,
  type AccessRules,
  type FieldAccess,
} from '../../model/access-rules.js';
import type { ModelModule } from '../../model/model-module.js';
import { asRecord } from '../fixtures/as-record.js';
import { Note, Person, Remark, Tag, modules } from '../fixtures/library.js';
import { admin, openLibrary, statusOf, user } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>> | undefined;
afterEach(() => library?.database.close());

/** The library with other rules for some of its models. */
async function withRules(rules: ReadonlyMap<new () => object, AccessRules>) {
  library = await openLibrary('sqlite::memory:', {
    modules: modules.map((module) => ({
      ...module,
      access: rules.get(module.entity) ?? module.access,
    })),
  });
  return library.engine;
}

test('sentences about rules add nothing to the rules', () => {
  const rules = { roles: { Viewer: ['list'] }, rows: [] } as const;
  const sentences = ['never: a Viewer edits Note', 'only: an Admin deletes Note'] as const;
  expect(defineAccess<Note>({ ...rules, sentences })).toStrictEqual(defineAccess<Note>(rules));
  // @ts-expect-error -- neither never nor only
  expect(defineAccess<Note>({ sentences: ['a Viewer edits Note'] })).toStrictEqual(
    defineAccess<Note>({}),
  );
});

test('a model without access rules has the policy of one whose rules are empty', async () => {
  const grantsOf = async (list: readonly ModelModule[]) => {
    const { database, engine } = await openLibrary('sqlite::memory:', { modules: list });
    const { policy, models } = engine;
    const granted = models.map((model) => [
      ...[model.name, model.access],
      ...[admin, user(2, ['Viewer']), user(3, ['Nobody']), user(4, [])].flatMap((who) =>
        ACTIONS.map((action) => policy.grant(who, action, model)),
      ),
    ]);
    await database.close();
    return granted;
  };
  const blank = modules.map((module) => ({ ...module, access: defineAccess<object>({}) }));
  const granted = await grantsOf(blank);
  expect(await grantsOf(modules.map(({ access: _, ...module }) => module))).toEqual(granted);
  expect(granted[0]).toContain(null);
});

test.each([
  ['alone', custom<Remark>((_user, where) => where.not(where.asParent('note_id')))],
  ['twice', custom<Remark>((_user, where) => where.not(where.not(where.asParent('note_id'))))],
  [
    'among others',
    custom<Remark>((_user, where) => where.not(where.and(where.asParent('note_id'), where.all))),
  ],
])('a rule that fails below a `not` lets nothing through: %s', async (_, rule) => {
  const failing = custom<Note>(() => {
    throw new Error('no tenant');
  });
  const engine = await withRules(
    new Map<new () => object, AccessRules>([
      [Note, defineAccess<Note>({ rows: [failing] })],
      [Remark, defineAccess<Remark>({ rows: [rule] })],
    ]),
  );
  const note = await engine.system(Note).create({ title: 'n' });
  await engine.system(Remark).create({ text: 'r', note_id: note.id });
  expect(await engine.as(admin)(Remark).count()).toBe(0);
});

test('a computed field that meets a field its reader has not is null, not an error', async () => {
  const engine = await withRules(
    new Map<new () => object, AccessRules>([
      [Note, defineAccess<Note>({})],
      [Remark, defineAccess<Remark>({ fields: { text: { read: ['Admin'] } } })],
    ]),
  );
  const note = await engine.system(Note).create({ title: 'n' });
  const remark = await engine.system(Remark).create({ text: 'four', note_id: note.id });
  const read = async (who: typeof admin) => asRecord(await engine.as(who)(Remark).get(remark.id));
  expect(await read(admin)).toMatchObject({ text: 'four', length: 4 });
  const shown = await read(user(2, ['Viewer']));
  expect(shown).toMatchObject({ length: null });
  expect(shown).not.toHaveProperty('text');
});

test('a field that stands for linked records must be one that everybody may read', async () => {
  const access = defineAccess<Note>({ fields: { title: { read: ['Admin'] } } });
  await expect(withRules(new Map([[Note, access]]))).rejects.toThrow(
    'Note.related: its key Note.title is not readable by everybody',
  );
  library = undefined;
});

test('a tag that somebody may not see is not told by what is linked to it', async () => {
  const access = defineAccess<Tag>({
    rows: [custom((who, where) => (who.roles.includes('Admin') ? where.all : where.none))],
  });
  const engine = await withRules(new Map([[Tag, access]]));
  const tag = await engine.system(Tag).create({ name: 'hidden' });
  const note = await engine.system(Note).create({ title: 'n', tenant_id: 1, tags: [tag.id] });
  const viewer = engine.as(user(2, ['Viewer'], [1]))(Note);
  expect(asRecord(await viewer.get(note.id))).toMatchObject({ tags: [] });
  expect(await viewer.count({ tags: String(tag.id) })).toBe(0);
  expect(await viewer.count({ tags__isnull: 'false' })).toBe(0);
  expect(await statusOf(viewer.list({ tags__gt: '0' }))).toBe(400);
});

test('a row of one’s own stays where it is, and goes into no tenant but one’s own', async () => {
  library = await openLibrary();
  const { engine } = library;
  for (const name of ['Ann', 'Ben', 'Cid']) await engine.system(Person).create({ name });
  const of = (tenants: number[]) => engine.as(user(3, ['Editor'], tenants))(Note);
  const note = await of([1]).create({ title: 'n' });
  const now = of([2]);
  expect(await statusOf(now.create({ title: 'n', tenant_id: 1 }))).toBe(422);
  expect(await statusOf(now.update(note.id, { tenant_id: 3 }))).toBe(422);
  expect(await statusOf(now.update(note.id, { tenant_id: 1, title: 'm' }))).toBe(0);
  expect(await statusOf(now.update(note.id, { tenant_id: null }))).toBe(0);
  expect(await statusOf(now.update(note.id, { tenant_id: 2 }))).toBe(0);
});

test('a refused write is told by the links that it would have set', async () => {
  const rule = custom<Note>((_user, where) =>
    where.linked('tags', (tag) => tag.eq('name', 'open')),
  );
  const engine = await withRules(
    new Map<new () => object, AccessRules>([[Note, defineAccess<Note>({ rows: [rule] })]]),
  );
  const open = await engine.system(Tag).create({ name: 'open' });
  const notes = engine.as(admin)(Note);
  const tags = [open.id];
  await notes.create({ title: 'a', slug: 'used', tenant_id: 1, tags });
  const other = await notes.create({ title: 'b', slug: 'free', tenant_id: 1, tags });
  const again = { title: 'c', slug: 'used', tenant_id: 1 };
  expect(await statusOf(notes.create({ ...again, tags }))).toBe(409);
  expect(await statusOf(notes.create({ ...again, tags: [] }))).toBe(403);
  expect(await statusOf(notes.update(other.id, { slug: 'used' }))).toBe(409);
  expect(await statusOf(notes.update(other.id, { slug: 'used', tags: [] }))).toBe(403);
});

test('a unique field that a role may write and not read is named, with the roles', async () => {
  const told = async (field: FieldAccess, roles: AccessRules['roles'] = {}) => {
    const access = defineAccess<Tag>({ fields: { name: field }, roles });
    const { models, policy } = await withRules(new Map([[Tag, access]]));
    const names = ['Admin', 'Manager', 'Viewer'];
    const directory = { listRoles: async () => names.map((name) => ({ name })) };
    const found = await tellingUniques(models, policy, directory as unknown as Directory);
    await library?.database.close();
    library = undefined;
    return found;
  };
  expect(await told({ read: ['Admin'] })).toEqual([
    'Tag.name is unique, and Manager may write the field but not read it: a 409 for a taken value reveals that the value exists (docs/row-rule.md)',
  ]);
  expect(await told({ read: ['Admin'], write: ['Admin'] })).toEqual([]);
  expect(await told({ read: ['Admin'] }, { Manager: ['list', 'show'] })).toEqual([]);
  expect(await told({ write: ['Manager'] })).toEqual([]);
});
