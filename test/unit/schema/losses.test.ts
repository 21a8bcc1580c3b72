import { expect, test } from 'vitest';
import { placeBefore } from '../../../src/schema/losses.js';
import type { TableStep } from '../../../src/schema/engine/schema.js';
import { stepOf } from '../../../src/schema/read-step.js';
import type { StepCall } from '../../../src/schema/step-call.js';

const step = (call: StepCall['call'], ...args: unknown[]): TableStep => stepOf({ call, args });

/** What pending migrations do, oldest first. */
const PENDING = [
  step('addColumn', 'task', 'rank', { type: 'integer' }),
  step('renameColumn', 'task', 'hours', 'effort'),
  step('renameTable', 'task', 'errand'),
  step('renameColumn', 'errand', 'effort', 'work'),
  step('createTable', 'note', { id: { type: 'id' } }),
  step('renameColumn', 'note', 'text', 'work'),
];

test.each([
  ['errand.work', 'task.hours'],
  ['errand.title', 'task.title'],
  ['errand', 'task'],
  ['errand.rank', null],
  ['note', null],
  ['note.work', null],
  ['project.work', 'project.work'],
  ['task.hours', 'task.hours'],
])('%s is %s in a database without them', (now, before) => {
  const place = (text: string) => {
    const [table = '', column = null] = text.split('.');
    return { table, column };
  };
  expect(placeBefore(place(now), PENDING)).toEqual(before === null ? null : place(before));
});
