import { expect, test, vi } from 'vitest';
import type { CallContext } from '../../model/records.js';
import { ALL } from '../../model/where.js';
import {
  areSameRoles,
  isUnrestricted,
  missing,
  readLong,
  reserve,
  type Core,
  type Scope,
} from '../../records/scope.js';
import type { Grant } from '../../model/access-rules.js';
import { model, user } from '../fixtures/plain-model.js';

const plain = model('Task', { roles: {}, rows: null, fields: {} });

test('a read that may take long counts as its user’s, ends with its request, and may ask a replica', async () => {
  const read = vi.fn((work: (session: string) => unknown) => work('a session'));
  const { signal } = new AbortController();
  const scope = { core: { database: { read } }, user: user(), context: { signal } };
  expect(await readLong(scope as never, async (session) => session)).toBe('a session');
  const options = { signal, userId: 7, replica: true };
  expect(read).toHaveBeenCalledExactlyOnceWith(expect.any(Function), options);
});

test('a read for a response holds a part of the budget; a read for code holds none', () => {
  const reservation = vi.fn((...given: readonly unknown[]) => given);
  const core = { budget: { reservation } } as never as Core;
  const of = (context: object) => ({ core, user: user(), context: context as CallContext });
  const response = {};
  expect(reserve(of({ response }) as never as Scope)).toEqual([response, 7, true]);
  expect(reserve(of({ response }) as never as Scope, false)).toEqual([response, 7, false]);
  expect(reserve(of({}) as never as Scope)).toBeUndefined();
});

test('roles are the same if they are all the same, in their order', () => {
  expect(areSameRoles(['A', 'B'], ['A', 'B'])).toBe(true);
  expect(areSameRoles([], [])).toBe(true);
  for (const other of [[], ['A'], ['A', 'C'], ['C', 'B'], ['A', 'B', 'C']])
    expect(areSameRoles(['A', 'B'], other), other.join()).toBe(false);
});

test('a user sees every row where no condition is left', () => {
  expect(isUnrestricted({ where: ALL } as Grant)).toBe(true);
  expect(isUnrestricted({ where: { op: 'null', field: 'a' } } as Grant)).toBe(false);
});

test('a missing record is named by its id, unless the path has none', () => {
  const told = (id: number) => missing({ model: plain } as Scope, id).message;
  expect(told(7)).toBe('There is no task with the id 7.');
  expect(told(NaN)).toBe('There is no task with this id.');
});
