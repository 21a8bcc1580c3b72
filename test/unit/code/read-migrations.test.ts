import { expect, test } from 'vitest';
import { readMigrations } from '../../../src/code/read-migrations.js';
import { lossesOf } from '../../../src/schema/losses.js';
import { migrationSteps, renderSteps } from '../../../src/render/render-migration.js';
import { featureTables } from '../../../src/render/features.js';
import { columnIn, schemaOf } from '../../../src/schema/schema.js';
import { appOf, EXAMPLES, renderExample, templates } from '../../golden/example.js';

const isMigration = ([path]: readonly [string, string]) => /\/[1-9]\d{13}-/.test(path);

test.each(EXAMPLES)('the migrations of %s, read back, are its tables', (example) => {
  const files = [...renderExample(example)].filter(isMigration);
  const { schema, unread } = readMigrations(files);
  expect(unread).toEqual([]);
  const app = appOf(example);
  const made = featureTables(app, templates()).tables;
  expect(schema.tables).toEqual({ ...schemaOf(app).tables, ...made });
});

test('renames, drops and narrower columns are followed, and losses named as the database has them', () => {
  const app = appOf('task-manager');
  const before = schemaOf(app);
  const after = {
    ...app,
    models: app.models.map((model) =>
      model.name === 'Task'
        ? {
            ...model,
            table: 'job',
            fields: model.fields
              .filter(({ name }) => name !== 'description')
              .map((field) => (field.name === 'title' ? { ...field, max: 20 } : field)),
          }
        : model,
    ),
  };
  const steps = migrationSteps(app, after, { tables: { task: 'job' }, columns: {} });
  expect(lossesOf(steps, before).map(({ table, column }) => [table, column])).toEqual([
    ['task', 'description'],
    ['task', 'title'],
  ]);
  const first = renderSteps(migrationSteps(null, app), {
    now: new Date(0),
    templates: templates(),
  });
  const second = renderSteps(steps, { now: new Date(1e9), templates: templates() });
  const { schema } = readMigrations([...first, ...second]);
  expect(schema.tables['job']).toBeDefined();
  expect(columnIn(schema, 'job', 'description')).toBe(undefined);
  expect(columnIn(schema, 'job', 'title')).toEqual({ type: 'string', length: 20 });
  expect(schema.tables['task']).toBe(undefined);
});

test.each([
  ['computed steps', 'readonly steps = makeSteps(); }'],
  ['a syntax error', "readonly steps = [dropTable('task']; }"],
])('a migration with %s is named, not guessed', (_, body) => {
  const text = `export class A extends StepMigration { ${body}`;
  const path = 'src/database/migrations/20261121094612-a.ts';
  expect(readMigrations([[path, text]]).unread).toEqual([path]);
});

test('a foreign key to a table that an earlier migration has renamed is broken', () => {
  const migration = (steps: string) =>
    `export class A extends StepMigration { steps = [${steps}]; }`;
  const columns = `{ id: { type: 'integer' }, hire_id: { type: 'integer' } }`;
  const key = (table: string) =>
    `addForeignKey('damage', 'hire_id', { table: '${table}', onDelete: 'restrict' })`;
  const from = (table: string) => {
    const made = `createTable('damage', ${columns}), ${key(table)}`;
    return readMigrations([
      ['1-a.ts', migration(`createTable('hire', ${columns})`)],
      ['2-b.ts', migration(`renameTable('hire', 'booking')`)],
      ['3-c.ts', migration(made)],
    ]).broken;
  };
  expect(from('hire')).toEqual([{ path: '3-c.ts', what: 'table `hire`', createdBy: null }]);
  expect(from('booking')).toEqual([]);
  expect(from('auth_user')).toEqual([]);
});
