import { expect, it } from 'vitest';
import { droppedFields } from '../../../../src/project/tell/dropped-fields.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const app = appOfSpec(
  'app',
  'models:\n  Project: { fields: { name: string } }\n  Task: { fields: { title: string, project: ref=Project } }\n',
);

/** The names that models have lost, by some steps, each a migration of its own. */
function lost(...steps: readonly string[]): Record<string, readonly string[]> {
  const mine = new Map(
    steps.map((step, at) => {
      const moment = `2026112510000${at}`;
      return [
        `src/database/migrations/${moment}-step.ts`,
        `import { StepMigration, ${step.split('(')[0]} } from '#engine';\n\nexport class Step${moment} extends StepMigration {\n  readonly name = 'Step${moment}';\n  readonly steps = [${step}];\n}\n`,
      ];
    }),
  );
  return Object.fromEntries(
    droppedFields({ app, mine }).map(({ model, names }) => [model.name, names]),
  );
}

it.each([
  [["dropColumn('task', 'code')"], ['code']],
  [["renameColumn('task', 'caption', 'title')"], ['caption']],
  [["dropColumn('task', 'owner_id')"], ['owner_id', 'owner']],
  [["dropColumn('errand', 'code')", "renameTable('errand', 'task')"], ['code']],
  [
    ["dropColumn('task', 'code')", "dropColumn('task', 'size')"],
    ['code', 'size'],
  ],
  [["renameColumn('task', 'title', 'name')", "renameColumn('task', 'name', 'title')"], ['name']],
])('%j takes %j', (steps, names) => {
  expect(lost(...steps)).toEqual({ Task: names });
});

it.each([
  // There and back.
  [["dropColumn('task', 'title')", "addColumn('task', 'title', { type: 'string' })"]],
  // Of another table, or of one that was made anew.
  [["dropColumn('person', 'code')"]],
  [["dropColumn('task', 'code')", "createTable('task', { columns: {} })"]],
  [["dropColumn('task', 'code')", "renameTable('task', 'old')"]],
  // A name that a field or its relation has now.
  [["dropColumn('task', 'project')"]],
])('%j takes nothing that a model has', (steps) => {
  expect(lost(...steps)).toEqual({});
});
