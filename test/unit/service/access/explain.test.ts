import * as tools from '../../../../templates/service/engine/tools/index.js';
import { afterEach, expect, test } from 'vitest';
import {
  custom,
  defineAccess,
  type Action,
  type CurrentUser,
} from '../../../../templates/service/engine/model/access-rules.js';
import { explain } from '../../../../templates/tools/access/explain.js';
import {
  Note,
  Paper,
  Person,
  modules,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/library.js';
import {
  ROLES,
  openLibrary,
  statusOf,
  user,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

let library: Awaited<ReturnType<typeof openLibrary>>;
afterEach(() => library.database.close());

const ask = (
  user: CurrentUser,
  action: Action,
  model: string,
  id: number | null = null,
  parts = { modules, active: true },
) =>
  explain(
    tools,
    {
      database: library.database,
      modules: parts.modules,
      roles: () => ROLES,
      searchedFields: () => [],
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    },
    { user, action, model, id: id === null ? null : String(id), active: parts.active },
  );

/** Two notes: of user 2, and of tenant 1. */
async function notes(): Promise<readonly [owned: number, shared: number]> {
  library = await openLibrary();
  const { system } = library.engine;
  for (const name of ['Ann', 'Ben', 'Cid']) await system(Person).create({ name });
  const owned = await system(Note).create({ title: 'owned', owner_id: 2 });
  const shared = await system(Note).create({ title: 'shared', owner_id: 3, tenant_id: 1 });
  return [owned.id, shared.id];
}

test('tells which rule lets a row through, and which does not', async () => {
  const [owned, shared] = await notes();
  const told = await ask(user(2, ['Viewer'], [1]), 'show', 'Note', owned);
  expect(told.rules).toMatchObject([
    { rule: "owner('owner_id')", lets: true },
    { rule: "tenant('tenant_id')", lets: false },
  ]);
  expect(told).toMatchObject({ row: 'visible', rows: { seen: 2, all: 2 } });
  expect(told.answer.status).toBe(200);
  const other = await ask(user(2, ['Viewer']), 'show', 'Note', shared);
  expect(other.rules).toMatchObject([
    { lets: false, mistake: null },
    { lets: false, mistake: 'the user has no active tenants' },
  ]);
  expect(other).toMatchObject({
    row: 'hidden',
    rows: { seen: 1, all: 2 },
    answer: { status: 404 },
  });
});

test('tells each role by both layers, and the fields', async () => {
  await notes();
  const told = await ask(user(2, ['Manager', 'Viewer', 'Ghost']), 'edit', 'Note');
  expect(told.roles).toEqual([
    {
      name: 'Manager',
      actions: ['list', 'show', 'create', 'edit', 'clone', 'field'],
      exception: null,
      passes: true,
    },
    {
      name: 'Viewer',
      actions: ['list', 'show', 'field'],
      exception: { of: 'Viewer', actions: ['list', 'show'] },
      passes: false,
    },
    { name: 'Ghost', actions: null, exception: null, passes: false },
  ]);
  expect(told.fields).toEqual([
    {
      name: 'secret',
      read: false,
      write: true,
      readers: ['Admin', 'Typist'],
      writers: ['Admin', 'Manager'],
    },
  ]);
});

test('names a rule that throws, or says no condition', async () => {
  await notes();
  const rows = [
    custom<Paper>(() => {
      throw new Error('no such thing');
    }),
    custom<Paper>((who, where) => where.eq('name', (who as unknown as { team: string }).team)),
    custom<Paper>(() => ({ op: 'eq', field: 'nowhere', value: 1 })),
    custom<Paper>((_who, where) => where.none),
  ];
  const broken = modules.map((module) =>
    module.entity === Paper ? { ...module, access: defineAccess<Paper>({ rows }) } : module,
  );
  const told = await ask(user(1, ['Admin']), 'list', 'Paper', null, {
    modules: broken,
    active: true,
  });
  expect(told.rules!.map(({ mistake }) => mistake)).toEqual([
    'it throws: no such thing',
    'it throws: the condition on `name` has no value to compare with',
    'it does not return a condition on this model',
    null,
  ]);
});

test('an inactive user is answered 401, whatever the rules say', async () => {
  const [owned] = await notes();
  const told = await ask(user(2, ['Admin']), 'show', 'Note', owned, { modules, active: false });
  expect(told.answer.status).toBe(401);
});

test('answers as the doors do', async () => {
  const ids = await notes();
  const users = [
    user(1, ['Admin'], [1]),
    user(2, ['Viewer']),
    user(3, ['Manager'], [2]),
    user(4, ['Editor', 'Viewer'], [1, 2]),
    user(5, []),
    user(6, ['Ghost']),
  ];
  let asked = 0;
  for (const who of users)
    for (const id of [...ids, 999]) {
      const records = library.engine.as(who)(Note);
      const doors: readonly [Action, Promise<unknown>][] = [
        ['list', records.list()],
        ['show', records.get(id)],
        ['edit', records.update(id, {})],
      ];
      for (const [action, door] of doors) {
        const { answer } = await ask(who, action, 'Note', id);
        expect(answer.status, `${action} ${id} as ${who.username}`).toBe(
          (await statusOf(door)) || 200,
        );
        asked++;
      }
    }
  expect(asked).toBe(54);
});
