import { afterAll, beforeAll, expect, test } from 'vitest';
import { owner, type CurrentUser } from '../../model/access-rules.js';
import { defineHooks } from '../../model/define-hooks.js';
import type { ModelHooks } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import { ALL } from '../../model/where.js';
import type { Change, Guard, LineSteps, Step } from '../../records/scope.js';
import { NOTHING, type Draft } from '../../records/writing/draft.js';
import { neededBy } from '../../records/writing/write-needs.js';
import { Book, Note, Paper, Person, Tag } from '../fixtures/library.js';
import { admin, openLibrary, user } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.database.close());

type Entity = typeof Book | typeof Note | typeof Paper | typeof Person | typeof Tag;

/** What writes of a model need. */
function planned(
  entity: Entity,
  { hooks = {}, model = {}, lines = null, guards = [], triggered = [] }: Parts = {},
) {
  const { engine, database } = library;
  const info = { ...engine.model(entity.name), ...model };
  const core = { triggered: new Set(triggered), model: engine.model, database };
  const parts = { hooks, lines: lines as LineSteps | null, guards, core };
  return { info, ...neededBy({ model: info, ...parts }) };
}

/** What a write needs of an admin: a change of the record 1, or a new one. */
function needs(
  entity: Entity,
  draft: Partial<Draft>,
  { id = 1, options, who = admin, ...parts }: Partial<Change> & Parts = {},
): readonly Step[] {
  const { info, by } = planned(entity, parts);
  const grant = library.engine.policy.grant(who, id === null ? 'create' : 'edit', info)!;
  const mode = id === null ? 'create' : 'update';
  const change = { mode, id, draft: { ...NOTHING, ...draft }, options } as const;
  return (Object.keys(by) as Step[]).filter((step) => by[step](change, grant));
}

interface Parts {
  readonly hooks?: ModelHooks;
  readonly model?: Partial<ModelInfo>;
  readonly lines?: Partial<LineSteps> | null;
  readonly guards?: readonly Guard[];
  readonly triggered?: readonly string[];
  readonly who?: CurrentUser;
}

const wrong = [{ field: 'name', code: 'type', message: 'name must be a text.' }];
const name = { name: 'Ann' };

test('a plain write needs nothing but the statement of its row', () => {
  expect(needs(Person, { columns: name })).toEqual([]);
  expect(needs(Person, { columns: name }, { id: null })).toEqual([]);
});

test('parts of a draft need steps', () => {
  const increments = new Map([['salary', { by: 1 }]]) as unknown as Draft['increments'];
  const relation = { name: 'items', model: 'Tag', field: 'id', isLines: true };
  const lines = [{ relation, isWhole: false, items: [] }];
  expect(needs(Person, { columns: name, increments })).toEqual(['before', 'check', 'transaction']);
  expect(needs(Person, { columns: name, aside: name })).toEqual(['before']);
  expect(needs(Person, { columns: name, problems: wrong })).toEqual(['check', 'transaction']);
  expect(needs(Person, { columns: name, lines })).toEqual(['turn', 'check', 'transaction']);
  expect(needs(Person, { columns: name, links: { tags: [1] } })).toEqual(['check', 'transaction']);
  expect(needs(Person, {})).toEqual(['transaction']);
  expect(needs(Person, {}, { id: null })).toEqual([]);
});

test('writes that a guard concerns are checked in a transaction, unless it only gives values', () => {
  const concerns = ({ draft }: Change) => 'name' in draft.columns;
  const complete: Guard['complete'] = (writes) => Promise.resolve(writes);
  const refusals: Guard['refusals'] = (rows) => Promise.resolve(rows.map(() => null));
  const by = (guard: Guard) => needs(Person, { columns: name }, { guards: [guard] });
  expect(by({ concerns, complete })).toEqual(['check', 'transaction']);
  expect(by({ concerns, refusals })).toEqual(['check', 'transaction']);
  expect(by({ concerns, give: complete })).toEqual(['transaction']);
  const others = { guards: [{ concerns, complete, refusals }] };
  expect(needs(Person, { columns: { email: null } }, others)).toEqual([]);
});

test('conditions of the sender need the row', () => {
  const options = { ifMatch: () => true };
  expect(needs(Person, { columns: name }, { options })).toEqual(['transaction']);
  expect(needs(Person, { columns: name }, { options: { ifRow: ALL } })).toEqual(['transaction']);
  expect(needs(Person, { columns: name }, { id: 0.5 })).toEqual(['transaction']);
});

test('references need steps where they are set', () => {
  const author = { columns: { author_id: 1 } };
  const sequel = { columns: { sequel_of_id: 1 } };
  expect(needs(Book, author, { id: null })).toEqual(['check']);
  expect(needs(Book, author)).toEqual(['check', 'transaction']);
  expect(needs(Book, sequel)).toEqual(['turn', 'check', 'transaction']);
  expect(needs(Book, { columns: { sequel_of_id: null } })).toEqual(['turn', 'transaction']);
  expect(needs(Book, sequel, { id: null })).toEqual(['check']);
  // Of a reference that stays as it is nobody asks.
  expect(needs(Book, { columns: { title: 'a' } })).toEqual([]);
});

test('a reference that no foreign key enforces is looked up in a transaction', () => {
  const { stored } = library.engine.model('Book');
  const to = (name: string, model: string) => ({
    stored: stored.map((column) =>
      column.name === name
        ? { ...column, reference: { model, relation: 'author', key: 'id' } }
        : column,
    ),
  });
  const author = { columns: { author_id: 1 } };
  // The foreign key of a soft-deleted row still holds.
  const paper = to('author_id', 'Paper');
  expect(needs(Book, author, { id: null, model: paper })).toEqual(['check', 'transaction']);
  expect(needs(Book, { columns: { author_id: null } }, { model: paper })).toEqual(['transaction']);
  expect(needs(Book, { columns: { author_id: null } }, { id: null, model: paper })).toEqual([]);
  const pages = to('pages', 'Person');
  expect(needs(Book, { columns: { pages: 1 } }, { id: null, model: pages })).toEqual([
    'check',
    'transaction',
  ]);
});

test('what a statement cannot return needs a transaction', () => {
  expect(needs(Note, { columns: { title: 'a' } })).toEqual(['check', 'transaction']);
  const label = { kind: 'function', label: () => '' } as const;
  expect(needs(Tag, { columns: name }, { model: { label } })).toEqual(['transaction']);
  expect(needs(Person, { columns: name }, { triggered: ['person'] })).toEqual(['transaction']);
  expect(needs(Person, { columns: name }, { triggered: ['tag'] })).toEqual([]);
  const open = { model: { access: { roles: {}, rows: null, fields: {} } } };
  const title = { mode: 'update', id: 1, draft: { ...NOTHING, columns: { title: 'a' } } } as const;
  const reading = (...names: readonly string[]) =>
    planned(Note, open).by.transaction(title, { where: ALL, readable: new Set(names) } as never);
  expect([reading('title', 'related'), reading('title')]).toEqual([true, false]);
  const extras = [{ name: 'name' }] as never as ModelInfo['extras'];
  expect(needs(Person, { columns: name }, { model: { extras } })).toEqual(['transaction']);
  const hidden = [{ name: 'length' }] as never as ModelInfo['extras'];
  expect(needs(Person, { columns: name }, { model: { extras: hidden } })).toEqual([]);
});

test('a value that a transformer makes needs a transaction if its writer reads it', () => {
  const transformer = { to: String, from: String };
  const stored = library.engine
    .model('Person')
    .stored.map((column) => (column.name === 'salary' ? { ...column, transformer } : column));
  const of = (who: CurrentUser) => needs(Person, { columns: name }, { who, model: { stored } });
  expect(of(admin)).toEqual(['transaction']);
  expect(of(user(2, ['Editor']))).toEqual([]);
});

test('lines need the steps that follow the row', () => {
  const contained = new Map([['tags', library.engine.model('Tag')]]);
  const line = { contained: new Map(), isLine: true };
  const keeper = { contained, isLine: false };
  const none = { contained: new Map(), isLine: false };
  expect(needs(Person, { columns: name }, { lines: line })).toEqual(['after', 'transaction']);
  expect(needs(Person, { columns: name }, { lines: keeper })).toEqual(['after', 'transaction']);
  expect(needs(Person, { columns: name }, { lines: keeper, id: null })).toEqual(['after']);
  expect(needs(Person, { columns: name }, { lines: none })).toEqual(['after']);
});

test('steps that every write needs are known before there is one', () => {
  const nothing = () => undefined;
  expect([...planned(Person).always]).toEqual([]);
  const hooks = defineHooks(Person, { afterCommit: nothing });
  expect([...planned(Person, { hooks }).always]).toEqual(['before', 'after', 'transaction']);
  expect([...planned(Note).always]).toEqual(['check']);
});

test('rules of rows and of a model need steps', () => {
  // The trash hides rows, and row rules do.
  const access = { ...library.engine.model('Tag').access, rows: [owner('name')] };
  expect(needs(Tag, { columns: { name: 'b' } }, { model: { access } })).toContain('transaction');
  expect(needs(Tag, { columns: {} }, { model: { access }, id: null })).toContain('check');
  expect(needs(Paper, { columns: name })).toEqual(['check', 'transaction']);
  const rules = [] as unknown as ModelInfo['rules'];
  const kept = { ...library.engine.model('Book').access, rows: [owner('author_id')] };
  const unrestricted = { access: kept, exists: ALL };
  const by = planned(Book, { model: unrestricted }).by.transaction;
  const every = { ...library.engine.policy.grant(admin, 'edit', library.engine.model('Book'))! };
  const write = (columns: object, id: number | null) =>
    by({ mode: 'update', id, draft: { ...NOTHING, columns } as Draft }, every);
  // Whom a row belongs to decides who sees it from now on.
  expect(write({ author_id: 1 }, 1)).toBe(true);
  expect(write({ title: 'a' }, 1)).toBe(false);
  expect(write({ title: 'a' }, null)).toBe(false);
  const changed = needs(Person, { columns: name }, { model: { rules } });
  expect(changed).toEqual(['before', 'check', 'transaction']);
  const created = needs(Person, { columns: name }, { model: { rules }, id: null });
  expect(created).toEqual(['before', 'check']);
});

test('hooks need steps, but for those of deletions and those before the transaction', () => {
  const nothing = () => undefined;
  const with_ = (...names: readonly (keyof ModelHooks)[]) =>
    needs(
      Person,
      { columns: name },
      { hooks: defineHooks(Person, Object.fromEntries(names.map((one) => [one, nothing]))) },
    );
  expect(with_('beforeSave')).toEqual(['turn', 'before', 'after', 'transaction']);
  expect(with_('afterSave')).toEqual(['turn', 'before', 'after', 'transaction']);
  expect(with_('afterCommit')).toEqual(['before', 'after', 'transaction']);
  expect(with_('beforeValidate', 'beforeTransaction')).toEqual([]);
  expect(with_('beforeDelete', 'afterDelete', 'afterLines')).toEqual([]);
  const committed = needs(Person, { columns: name }, { hooks: { committed: nothing } });
  expect(committed).toEqual(['before', 'after', 'transaction']);
});
