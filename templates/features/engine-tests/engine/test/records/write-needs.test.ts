import { afterAll, beforeAll, expect, test } from 'vitest';
import { owner } from '../../model/access-rules.js';
import { defineHooks } from '../../model/define-hooks.js';
import type { ModelHooks } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import { ALL } from '../../model/where.js';
import type { Change, Step } from '../../records/scope.js';
import { NOTHING, type Draft } from '../../records/writing/draft.js';
import { neededBy } from '../../records/writing/write-needs.js';
import { Book, Note, Paper, Person, Tag } from '../fixtures/library.js';
import { admin, openLibrary } from '../fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.database.close());

type Entity = typeof Book | typeof Note | typeof Paper | typeof Person | typeof Tag;

/** What a write needs of an admin: a change of the record 1, or a new one. */
function needs(
  entity: Entity,
  draft: Partial<Draft>,
  { id = 1, options, hooks = {}, model = {} }: Partial<Change> & Parts = {},
): readonly Step[] {
  const { engine, database } = library;
  const info = { ...engine.model(entity.name), ...model };
  const core = { triggered: new Set<string>(), model: engine.model, database };
  const { by } = neededBy({ model: info, hooks, lines: null, core });
  const grant = engine.policy.grant(admin, id === null ? 'create' : 'edit', info)!;
  const mode = id === null ? 'create' : 'update';
  const change = { mode, id, draft: { ...NOTHING, ...draft }, options } as const;
  return (Object.keys(by) as Step[]).filter((step) => by[step](change, grant));
}

interface Parts {
  readonly hooks?: ModelHooks;
  readonly model?: Partial<ModelInfo>;
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
});

test('what a statement cannot return needs a transaction', () => {
  expect(needs(Note, { columns: { title: 'a' } })).toEqual(['check', 'transaction']);
  const label = { kind: 'function', label: () => '' } as const;
  expect(needs(Tag, { columns: name }, { model: { label } })).toEqual(['transaction']);
});

test('rules of rows and of a model need steps', () => {
  // The trash hides rows, and row rules do.
  const access = { ...library.engine.model('Tag').access, rows: [owner('name')] };
  expect(needs(Tag, { columns: { name: 'b' } }, { model: { access } })).toContain('transaction');
  expect(needs(Tag, { columns: {} }, { model: { access }, id: null })).toContain('check');
  expect(needs(Paper, { columns: name })).toEqual(['check', 'transaction']);
  const rules = [] as unknown as ModelInfo['rules'];
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
  expect(with_('beforeDelete', 'afterDelete')).toEqual([]);
});
