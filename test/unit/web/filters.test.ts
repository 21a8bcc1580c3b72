import { describe, expect, test } from 'vitest';
import {
  conditionsOf,
  dayOf,
  endOfDay,
  filterKind,
  startOfDay,
  withParameter,
} from '../../../templates/features/admin/ui/components/list/filters';

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
