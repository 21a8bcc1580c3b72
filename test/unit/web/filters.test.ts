import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { endOfDay, momentOf, startOfDay } from '../../../templates/features/admin/ui/api/days';
import {
  loadDefinition,
  type AppResource,
  type FieldFact,
  type ModelDefinition,
} from '../../../templates/features/admin/ui/application';
import { presentFilter, soughtPersons } from '../../../templates/features/admin/ui/api/relative';
import { listQuery } from '../../../templates/features/admin/ui/api/http';
import {
  conditionsOf,
  dayOf,
  filterKind,
  operatorsOf,
  withParameter,
} from '../../../templates/features/admin/ui/components/list/filters';
import { sideIn, sideOf, toSide } from '../../../templates/features/admin/ui/components/list/sides';

afterEach(() => void vi.useRealTimers());

test.each([
  [{ source: 'a', type: 'string' }, 'text'],
  [{ source: 'a', type: 'text' }, 'text'],
  [{ source: 'a', type: 'string', values: ['x'] }, 'choice'],
  [{ source: 'a', type: 'enum', values: ['x'] }, 'choice'],
  [{ source: 'a', type: 'uuid' }, 'equals'],
  [{ source: 'a', type: 'color' }, 'equals'],
  [{ source: 'a', type: 'boolean' }, 'boolean'],
  [{ source: 'a', type: 'json' }, 'none'],
  [{ source: 'a', type: 'decimal' }, 'range'],
  [{ source: 'a', type: 'datetime' }, 'range'],
  [{ source: 'a', type: 'refs', reference: 'tag' }, 'reference'],
] as const)('%j is filtered by %s', (fact, kind) => {
  expect(filterKind(fact)).toBe(kind);
});

describe('conditions', () => {
  const facts = [
    { source: 'level', type: 'integer' },
    { source: 'title', type: 'string' },
  ] as const;

  test('are those of known fields that have a value, in the order of the fields', () => {
    const filter = { title__ilike: 'x', level__gte: 0, level__lte: '', q: 'y', other: 1 };
    const found = conditionsOf(filter, facts).map(({ key, operator }) => [key, operator]);
    expect(found).toEqual([
      ['level__gte', 'at_least'],
      ['title__ilike', 'like'],
    ]);
  });

  test('an empty value takes a parameter out', () => {
    expect(withParameter({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 });
    expect(withParameter({ b: 2 }, 'a', [])).toEqual({ b: 2 });
    expect(withParameter({}, 'a', false)).toEqual({ a: false });
  });
});

test('a day is the reader’s own, from its first to its last moment', () => {
  expect(dayOf(startOfDay('2026-03-29'))).toBe('2026-03-29');
  expect(dayOf(endOfDay('2026-03-29'))).toBe('2026-03-29');
  expect(dayOf('no moment')).toBe('');
});

describe('a list of what takes place', () => {
  test('begins at today on whichever day it is opened', () => {
    const { filter, sort } = sideOf('starts_at', 'ahead');
    expect(sort).toEqual({ field: 'starts_at', order: 'ASC' });
    for (const day of ['2026-11-28', '2026-11-29']) {
      vi.useFakeTimers({ now: new Date(`${day}T15:00:00`) });
      const asked = new URLSearchParams(listQuery({ filter }));
      expect(asked.get('starts_at__gte')).toBe(startOfDay(day));
    }
    vi.setSystemTime(new Date('2026-03-01T15:00:00'));
    expect(momentOf('end_of_yesterday')).toBe(endOfDay('2026-02-28'));
    expect(dayOf('start_of_today')).toBe('2026-03-01');
  });

  test('has what is past, the last first, or both', () => {
    const ahead = { q: 'oil', ...sideOf('starts_at', 'ahead').filter };
    const past = toSide('starts_at', ahead, 'past');
    expect(past).toEqual({ q: 'oil', starts_at__lte: 'end_of_yesterday' });
    expect(sideOf('starts_at', 'past').sort.order).toBe('DESC');
    expect([ahead, past, {}].map((filter) => sideIn('starts_at', filter))).toEqual([
      ...['ahead', 'past', null],
    ]);
    expect(toSide('starts_at', past, 'past')).toEqual({ q: 'oil' });
  });
});

describe('what moves with the day', () => {
  const facts = [
    { source: 'due_on', type: 'date' },
    { source: 'starts_at', type: 'datetime' },
    { source: 'assignee_id', type: 'ref', reference: 'user' },
    { source: 'title', type: 'string' },
    { source: 'mechanic_id', type: 'ref', reference: 'employee', person: 'user_id' },
  ] as const;
  const at = new Date('2026-11-25T15:00:00');

  beforeAll(async () => {
    // Nobody is signed in.
    vi.stubGlobal('localStorage', { getItem: () => null });
    const definition = { fields: facts } as unknown as ModelDefinition;
    await loadDefinition({ name: 'chore', load: () => Promise.resolve(definition) } as AppResource);
  });

  afterAll(() => void vi.unstubAllGlobals());

  test.each([
    ['overdue', undefined, '2026-11-24'],
    ['today', '2026-11-25', '2026-11-25'],
    ['this_week', '2026-11-23', '2026-11-29'],
    ['last_week', '2026-11-16', '2026-11-22'],
    ['next_month', '2026-12-01', '2026-12-31'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['next_7_days', '2026-11-25', '2026-12-01'],
    ['last_30_days', '2026-10-27', '2026-11-25'],
    ['from_today', '2026-11-25', undefined],
  ])('%s is from %s to %s', (period, from, to) => {
    const ends = (name: string, start: string | undefined, end: string | undefined) => ({
      ...(start !== undefined && { [`${name}__gte`]: start }),
      ...(end !== undefined && { [`${name}__lte`]: end }),
    });
    expect(presentFilter('chore', { due_on__within: period }, at)).toEqual(
      ends('due_on', from, to),
    );
    expect(presentFilter('chore', { starts_at__within: period }, at)).toEqual(
      ends('starts_at', from && startOfDay(from), to && endOfDay(to)),
    );
  });

  test('a period and another end of the same field both hold', () => {
    const filter = { due_on__within: 'today', due_on__gte: '2026-11-01' };
    expect(presentFilter('chore', filter, at)['due_on__gte']).toEqual(['2026-11-25', '2026-11-01']);
  });

  test('only a reference to a user is whoever asks, and nobody without one', () => {
    const filter = { assignee_id: ['current_user', 3], title: 'current_user' };
    expect(presentFilter('chore', filter)).toEqual({ ...filter, assignee_id: [0, 3] });
  });

  test('a record that is a user’s is looked for, and found by its id', () => {
    const filter = { mechanic_id: 'current_user' };
    const [sought] = soughtPersons('chore', filter);
    expect(sought).toMatchObject({ reference: 'employee', filter: { user_id: 0 } });
    expect(presentFilter('chore', filter)).toEqual(filter);
    sought!.keep(null);
    expect(presentFilter('chore', filter)).toEqual({ mechanic_id__isnull: [true, false] });
    expect(presentFilter('chore', { mechanic_id__ne: 'current_user' })).toEqual({});
    expect(presentFilter('chore', { mechanic_id: ['current_user', 4] })).toEqual({
      mechanic_id: [4],
    });
    soughtPersons('chore', filter)[0]!.keep('7f');
    expect(presentFilter('chore', filter)).toEqual({ mechanic_id: '7f' });
    expect(soughtPersons('chore', { ...filter, assignee_id: 'current_user' })).toEqual([]);
  });

  test('what is no such word stays, for the service to refuse', () => {
    const filter = { due_on__within: 'someday', title__within: 'today' };
    expect(presentFilter('chore', filter)).toEqual(filter);
    expect(presentFilter('unknown', { due_on__within: 'today' })).toEqual({
      due_on__within: 'today',
    });
  });

  test('fields have the operators that make sense for them', () => {
    const required = (fact: object) => operatorsOf({ ...fact, required: true } as FieldFact);
    expect(facts.map(required)).toEqual([
      ['within', 'is', 'is_not', 'at_least', 'at_most'],
      ['within', 'at_least', 'at_most'],
      ['is', 'is_not'],
      ['like', 'is', 'is_not'],
      ['is', 'is_not'],
    ]);
    expect(operatorsOf(facts[3]).slice(-2)).toEqual(['missing', 'present']);
    const isEmpty = { title__isnull: 'true', due_on__isnull: false };
    expect(conditionsOf(isEmpty, facts).map(({ operator }) => operator)).toEqual([
      ...['present', 'missing'],
    ]);
  });
});
