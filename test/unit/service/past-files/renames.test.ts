import { expect, it, onTestFinished } from 'vitest';
import type { App } from '../../../../src/model/model.js';
import { migrationCalls } from '../../../../src/render/migration-calls.js';
import type { TableStep } from '../../../../src/schema/engine/schema.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const appWith = (model: string, field: string, features: readonly string[]): App => ({
  ...appOfSpec(
    'shop',
    `
models:
  ${model}:
    history: true
    fields:
      name: string:required
      ${field}: image
`,
  ),
  features,
});

const ALL = ['files', 'history', 'past-files'];

type Sql = Readonly<Record<'sqlite', readonly string[] | string>>;

/** The SQL of past files that a migration has there, and back. */
const sqlOf = (steps: readonly TableStep[], after: App, before?: App) =>
  migrationCalls(steps, after, before)
    .filter(({ call }) => call === 'sql')
    .map(({ args }) =>
      (args as readonly unknown[] as readonly [Sql, Sql]).map(({ sqlite }) => [sqlite].flat()),
    )
    .filter(([up]) => up!.some((text) => text.includes('past_file')));

async function opened() {
  const database = await openDatabase('sqlite::memory:', [], []);
  onTestFinished(() => database.close());
  const run = (text: string): Promise<unknown> => database.dataSource.query(text);
  await run('CREATE TABLE past_file (file text, model text, "key" text, field text)');
  await run(
    'CREATE TABLE stored_file (id text, model text, field text, state text, state_at integer)',
  );
  for (const [id, field] of [
    ['a', 'photo'],
    ['b', 'plan'],
  ]) {
    await run(`INSERT INTO past_file VALUES ('${id}', 'customer', '1', '${field}')`);
    await run(`INSERT INTO stored_file VALUES ('${id}', 'Customer', '${field}', 'kept', 1)`);
  }
  const rows = async () => [
    await run('SELECT file, model, field FROM past_file ORDER BY file'),
    await run('SELECT id, model, field, state FROM stored_file ORDER BY id'),
  ];
  return { run, rows };
}

it('past files follow a renamed model and a renamed field, and come back with a revert', async () => {
  const { run, rows } = await opened();
  const [table, column] = sqlOf(
    [
      { do: 'renameTable', table: 'customer', to: 'buyer' },
      { do: 'renameColumn', table: 'buyer', column: 'photo', to: 'portrait' },
    ],
    appWith('Buyer', 'portrait', ALL),
  );
  for (const text of [...table![0]!, ...column![0]!]) await run(text);
  expect(await rows()).toEqual([
    [
      { file: 'a', model: 'buyer', field: 'portrait' },
      { file: 'b', model: 'buyer', field: 'plan' },
    ],
    [
      { id: 'a', model: 'Buyer', field: 'portrait', state: 'kept' },
      { id: 'b', model: 'Buyer', field: 'plan', state: 'kept' },
    ],
  ]);
  for (const text of [...column![1]!, ...table![1]!]) await run(text);
  expect((await rows())[0]).toEqual([
    { file: 'a', model: 'customer', field: 'photo' },
    { file: 'b', model: 'customer', field: 'plan' },
  ]);
});

it('those of a field that goes do not wait for another field of its name', async () => {
  const { run, rows } = await opened();
  const [before, after] = [appWith('Customer', 'photo', ALL), appWith('Customer', 'plan', ALL)];
  const [dropped] = sqlOf(
    [{ do: 'dropColumn', table: 'customer', column: 'photo' }],
    after,
    before,
  );
  for (const text of dropped![0]!) await run(text);
  expect(await rows()).toEqual([
    [{ file: 'b', model: 'customer', field: 'plan' }],
    [
      { id: 'a', model: 'Customer', field: 'photo', state: 'dropped' },
      { id: 'b', model: 'Customer', field: 'plan', state: 'kept' },
    ],
  ]);
});

it('a project without the feature has no word of them, and other columns have none', () => {
  const steps: TableStep[] = [
    { do: 'renameColumn', table: 'customer', column: 'photo', to: 'portrait' },
  ];
  expect(sqlOf(steps, appWith('Customer', 'portrait', ['files', 'history']))).toEqual([]);
  const named: TableStep[] = [
    { do: 'renameColumn', table: 'customer', column: 'title', to: 'name' },
  ];
  expect(sqlOf(named, appWith('Customer', 'portrait', ALL))).toEqual([]);
});
