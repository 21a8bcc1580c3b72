import { beforeEach, describe, expect, test } from 'vitest';
import { writeCached } from '../../../templates/features/admin/ui/api/storage';
import type {
  FieldFact,
  ModelDefinition,
  Row,
} from '../../../templates/features/admin/ui/application';
import { isFrozen } from '../../../templates/features/frozen/ui/frozen/is-frozen';
import {
  anyValues,
  commonValues,
  nextValues,
} from '../../../templates/features/steps/ui/steps/allowed-values';
import { fakeService } from './fake-service';

/** Signs in somebody with some roles. */
const signIn = (...roles: string[]) => writeCached('user', { id: 1, roles });

beforeEach(() => {
  fakeService(() => ({ body: [] }));
  signIn('Manager');
});

const state: FieldFact = {
  source: 'state',
  type: 'enum',
  values: ['todo', 'doing', 'done'],
  steps: [
    { to: 'todo' },
    { from: 'todo', to: 'doing' },
    { from: 'doing', to: 'done' },
    { from: 'done', to: 'todo', roles: ['Admin'] },
  ],
};

describe('the values that a form offers', () => {
  test('are those to which steps lead, or with which records begin', () => {
    expect(nextValues(state, null)).toEqual(['todo']);
    expect(nextValues(state, 'todo')).toEqual(['doing']);
    expect(nextValues(state, 'done')).toEqual([]);
    signIn('Admin');
    expect(nextValues(state, 'done')).toEqual(['todo']);
  });

  test('are all, if nothing says with which records begin', () => {
    const { steps = [], ...fact } = state;
    expect(nextValues({ ...fact, steps: steps.slice(1) }, null)).toEqual(state.values);
  });

  test('suit all of several records, or any', () => {
    expect(commonValues(state, ['todo', 'doing'])).toEqual(['doing']);
    expect(commonValues(state, ['todo', null])).toEqual(['todo']);
    expect(commonValues(state, ['todo', 'done'])).toEqual([]);
    expect(anyValues(state)).toEqual(['todo', 'doing', 'done']);
  });
});

describe('a record', () => {
  const bill = (values: object) => ({ id: 1, _label: 'b', ...values }) as Row;
  const definition = (frozen: ModelDefinition['frozen']) => ({ frozen }) as ModelDefinition;

  test('is frozen by one of some values, but for some roles', () => {
    const paid = definition({ field: 'status', values: ['paid', 'void'], except: ['Admin'] });
    expect(isFrozen(paid, bill({ status: 'void' }))).toBe(true);
    expect(isFrozen(paid, bill({ status: 'open' }))).toBe(false);
    // The service alone knows.
    expect(isFrozen(paid, bill({}))).toBe(false);
    signIn('Viewer', 'Admin');
    expect(isFrozen(paid, bill({ status: 'void' }))).toBe(false);
  });

  test('is frozen by any value, but not by false', () => {
    const closed = definition({ field: 'closed' });
    expect(isFrozen(closed, bill({ closed: '2026-01-01' }))).toBe(true);
    expect(isFrozen(closed, bill({ closed: true }))).toBe(true);
    for (const one of [false, null]) expect(isFrozen(closed, bill({ closed: one }))).toBe(false);
    expect(isFrozen(definition(undefined), bill({}))).toBe(false);
  });
});
