import { expect, it } from 'vitest';
import { removedValues } from '../../../../src/project/tell/removed-values.js';
import { NO_RENAMES } from '../../../../src/schema/rename-schema.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';

const appOf = (field: string, model = 'Task') =>
  appOfSpec('app', `models:\n  ${model}: { fields: { ${field}, other: string } }\n`);

const told = (before: string, after: string): string[] =>
  removedValues(appOf(before), appOf(after), NO_RENAMES).map(({ message }) => message);

it.each([
  ['state: "enum=todo,done"', 'state: "enum=todo,done,late"'],
  ['state: "enum=todo,done"', 'state: "enum=done,todo"'],
  // Any value is taken.
  ['state: "enum=todo,done"', 'state: "string:values=todo"'],
  ['state: "enum=todo,done"', 'state: string'],
  ['state: string', 'state: "enum=todo"'],
  ['state: "enum=todo,done"', 'status: "enum=todo"'],
])('no value goes from %s to %s', (before, after) => {
  expect(told(before, after)).toEqual([]);
});

it.each([
  ['state: "enum=todo,done"', 'state: "enum=todo"'],
  ['state: "string:values=todo,done"', 'state: "enum=todo"'],
])('a value that is no longer taken is told: from %s to %s', (before, after) => {
  expect(told(before, after)).toEqual([
    '`state` of `Task` no longer accepts `done`: existing rows keep the value, but nobody can save them with it',
  ]);
});

it('the statement that changes the rows quotes what it names', () => {
  const field = (...values: string[]) =>
    `state: { type: string, enforce: true, values: ${JSON.stringify(values)} }`;
  const [problem] = removedValues(
    appOf(field("it's", 'a', 'b"c')),
    appOf(field("it's")),
    NO_RENAMES,
  );
  expect(problem!.help).toBe(
    `change the rows in your own migration: UPDATE "task" SET "state" = 'it''s' WHERE "state" IN ('a', 'b"c')`,
  );
});

it('a field, a model or both may have another name since', () => {
  const renames = { tables: { task: 'errand' }, columns: { task: { state: 'status' } } };
  const after = appOf('status: "enum=todo"', 'Errand');
  const [problem] = removedValues(appOf('state: "enum=todo,done"'), after, renames);
  expect(problem!.message).toContain('`status` of `Errand` no longer accepts `done`');
  expect(problem!.help).toContain('UPDATE "errand" SET "status"');
});
