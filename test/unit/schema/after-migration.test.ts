import { expect, it, test } from 'vitest';
import { afterMigration, ExistingTarget } from '../../../src/schema/after-migration.js';
import { NotMade } from '../../../src/schema/engine/replay.js';
import type { TableStep } from '../../../src/schema/engine/schema.js';
import { UnknownStep } from '../../../src/schema/read-step.js';

const made = afterMigration(new Map(), [
  { do: 'createTable', table: 'task', columns: { id: { type: 'id' } }, primaryKey: ['id'] },
  { do: 'addColumn', table: 'task', column: 'title', spec: { type: 'text' } },
]);
const attempt = (step: TableStep): unknown => {
  try {
    return afterMigration(made, [step]);
  } catch (error) {
    return error;
  }
};

test.each<[step: TableStep, error: object]>([
  [{ do: 'dropColumn', table: 'task', column: 'points' }, new NotMade('task', 'points')],
  [{ do: 'dropColumn', table: 'task', column: 'constructor' }, new NotMade('task', 'constructor')],
  [
    { do: 'renameColumn', table: 'task', column: 'points', to: 'rank' },
    new NotMade('task', 'points'),
  ],
  [
    { do: 'addColumn', table: 'task', column: 'title', spec: { type: 'text' } },
    new ExistingTarget('task', 'title'),
  ],
  [{ do: 'renameTable', table: 'constructor', to: 'builder' }, new NotMade('constructor')],
  [{ do: 'addIndex', table: 'project', columns: ['name'] }, new NotMade('project')],
  [
    { do: 'createTable', table: 'task', columns: {}, primaryKey: ['id'] },
    new ExistingTarget('task'),
  ],
  [{ do: 'addIndex', table: 'auth_role', columns: ['name'] }, new UnknownStep()],
])('%o cannot run: %o', (step, error) => {
  const found = attempt(step);
  expect(found).toBeInstanceOf(error.constructor);
  expect(found).toEqual(error);
});

it('has an index once that two steps add, and changes nothing that it was given', () => {
  const step: TableStep = { do: 'addIndex', table: 'task', columns: ['title'] };
  const after = afterMigration(made, [step, step]);
  expect(after.get('task')?.indexes).toEqual([['title']]);
  expect(made.get('task')?.indexes).toEqual([]);
});
