import { expect, test } from 'vitest';
import type { ColumnInfo } from '../../fields/column-info.js';
import { allowedFrom, stepIn, type StepField } from '../../steps/steps.js';

test('a step has a value before it, a value, and roles, all but one left out', () => {
  expect(stepIn('todo/doing')).toEqual({ from: 'todo', to: 'doing', roles: null });
  expect(stepIn('/todo')).toEqual({ from: null, to: 'todo', roles: null });
  expect(stepIn('done/in review@Admin+Manager')).toEqual({
    from: 'done',
    to: 'in review',
    roles: ['Admin', 'Manager'],
  });
  for (const text of ['todo', 'todo/', '/', 'a/b/c', 'a/b@', 'a/b@A@B'])
    expect(stepIn(text)).toBeNull();
});

test('without a first value that is said or a default, records begin with any value', () => {
  const column = { values: ['a', 'b'] } as unknown as ColumnInfo;
  const field: StepField = { column, steps: [stepIn('a/b')!], first: null };
  expect(allowedFrom(field, null, [])).toEqual(['a', 'b']);
  expect(allowedFrom({ ...field, first: ['a'] }, null, [])).toEqual(['a']);
  expect(allowedFrom(field, 'b', [])).toEqual([]);
});
