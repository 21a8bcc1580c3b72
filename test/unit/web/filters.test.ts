import { afterEach, describe, expect, test, vi } from 'vitest';
import { endOfDay, momentOf, startOfDay } from '../../../templates/features/admin/ui/api/days';
import { listQuery } from '../../../templates/features/admin/ui/api/http';
import {
  conditionsOf,
  dayOf,
  filterKind,
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
