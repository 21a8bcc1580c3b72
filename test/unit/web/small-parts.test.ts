import { describe, expect, test, vi } from 'vitest';
import { actionsOf } from '../../../templates/web/src/ui/access-control/roles/role-form';
import { conflictRows } from '../../../templates/web/src/ui/components/form/conflict-dialog';
import { valueOf } from '../../../templates/web/src/ui/components/form/suggestion-input';
import {
  formatAgo,
  fromLocalInput,
  fromTimeInput,
  jsonText,
  parseJson,
  toLocalInput,
} from '../../../templates/web/src/ui/components/formats';
import { withLabel } from '../../../templates/web/src/ui/components/use-problem-texts';
import { weekLater, weekStarts } from '../../../templates/web/src/ui/dashboard/use-count';
import { findMatch } from '../../../templates/web/src/ui/search/palette-entries';
import { isSearched } from '../../../templates/web/src/ui/search/search-config';
import { toneOf } from '../../../templates/web/src/ui/theme/tone';

describe('a conflict', () => {
  const read = { id: 1, title: 'a', status: 'todo', note: null, _etag: '"1"' };

  test('shows what each side changed and where both did', () => {
    const theirs = { ...read, title: 'theirs', status: 'done', _etag: '"2"' };
    const mine = { ...read, title: 'mine', note: 'x' };
    const rows = conflictRows(read, theirs, mine).map(({ source, clash }) => [source, clash]);
    expect(rows).toEqual([
      ['title', true],
      ['note', false],
      ['status', false],
    ]);
  });

  test('the same change on both sides is none', () => {
    const both = { ...read, title: 'same' };
    expect(conflictRows(read, both, both).some(({ clash }) => clash)).toBe(false);
  });
});

test('a message begins with the label of its field instead of the key', () => {
  expect(withLabel('due_date must be a date.', 'due_date', 'Due date')).toBe(
    'Due date must be a date.',
  );
  expect(withLabel('due_dates are odd.', 'due_date', 'Due date')).toBe('due_dates are odd.');
});

test('a typed text means a documented value in any case, or itself', () => {
  const known = ['in_progress', 'done'];
  expect(valueOf('In Progress ', known)).toBe('in_progress');
  expect(valueOf('DONE', known)).toBe('done');
  expect(valueOf('done soon', known)).toBe('done soon');
});

describe('times', () => {
  test('a moment goes to the local input and back', () => {
    const moment = '2026-07-01T12:30:00.000Z';
    expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
    expect(toLocalInput(null)).toBe('');
    expect(fromLocalInput('')).toBeNull();
  });

  test('a time has seconds', () => {
    expect(fromTimeInput('07:30')).toBe('07:30:00');
    expect(fromTimeInput('07:30:15')).toBe('07:30:15');
    expect(fromTimeInput('')).toBeNull();
  });

  test('weeks begin on Monday, this one last', () => {
    const starts = weekStarts(new Date(2026, 10, 22, 15), 2).map((start) => new Date(start));
    expect(starts.map((start) => [start.getDay(), start.getDate()])).toEqual([
      [1, 9],
      [1, 16],
    ]);
  });

  test('a week ends at the same time of day, also where the clocks change', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const [start] = weekStarts(new Date(2026, 9, 24), 1);
    expect(start).toBe('2026-10-18T22:00:00.000Z');
    expect(weekLater(start!)).toBe('2026-10-25T23:00:00.000Z');
    vi.unstubAllEnvs();
  });

  test('ago is told in the unit that fits', () => {
    const now = Date.parse('2026-01-10T00:00:00Z');
    expect(formatAgo('2026-01-09T23:30:00Z', now)).toContain('30');
    expect(formatAgo('2026-01-07T00:00:00Z', now)).toContain('3');
  });
});

describe('json', () => {
  test('is read strictly, and nothing is null', () => {
    expect(parseJson(' ')).toEqual({ value: null, problem: null });
    expect(parseJson('{"a": 1}').value).toEqual({ a: 1 });
    expect(parseJson('{a: 1}').problem).not.toBeNull();
  });

  test('is shown on several lines, false and zero too', () => {
    expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(jsonText(false)).toBe('false');
    expect(jsonText(null)).toBe('');
  });
});

describe('search', () => {
  test('a field is searched by its name or its ending', () => {
    expect(isSearched('title', ['title'])).toBe(true);
    expect(isSearched('sub_title', ['title'])).toBe(true);
    expect(isSearched('subtitle', ['title'])).toBe(false);
    expect(isSearched('anything', [])).toBe(true);
  });

  test('the match is shown with what stands around it, in its own letters', () => {
    const record = { id: 1, _label: 'Alpha', body: 'nothing', title: 'The ALPHA of it' };
    expect(findMatch(record, 'alpha', ['title'])).toEqual({
      source: 'title',
      before: 'The ',
      found: 'ALPHA',
      after: ' of it',
    });
    expect(findMatch(record, 'alpha', ['body'])).toBeNull();
  });
});

test('methods give the actions that the service computes', () => {
  expect(actionsOf(['GET', 'PATCH'])).toEqual(['list', 'show', 'field', 'edit']);
  expect(actionsOf(['DELETE', 'POST'])).toEqual(['create', 'clone', 'delete']);
});

test('words have tones', () => {
  expect([toneOf('done'), toneOf('In Progress'), toneOf('critical'), toneOf('xyz')]).toEqual([
    'green',
    'blue',
    'red',
    'grey',
  ]);
});
