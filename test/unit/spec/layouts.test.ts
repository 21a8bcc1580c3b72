import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const FIELDS = `    fields:
      title: string:required
      status: enum=open,done
      starts_at: datetime:required
      ends_at: datetime
      day: date
      room: ref=User
`;

const check = (layouts: string, name = 'Booking') => {
  const { spec, problems } = parseSpec('models.yaml', `models:\n  ${name}:\n${layouts}${FIELDS}`);
  const checked = checkSpec(spec);
  return {
    layouts: checked.models[0]?.layouts,
    problems: [...problems, ...checked.problems].map(({ code, message }) => `${code}: ${message}`),
  };
};

it('a list has a board by an enum or a reference, and a calendar by a date or two', () => {
  expect(check('    board: status\n    calendar: day\n')).toEqual({
    layouts: [
      { kind: 'board', field: 'status' },
      { kind: 'calendar', field: 'day' },
    ],
    problems: [],
  });
  expect(check('    board: room\n').layouts).toEqual([{ kind: 'board', field: 'room_id' }]);
  expect(check('    calendar: { from: starts_at, to: ends_at }\n').layouts).toEqual([
    { kind: 'calendar', field: 'starts_at', to: 'ends_at' },
  ]);
  expect(check('').layouts).toBeUndefined();
});

it.each([
  ['board: state', 'unknown-field'],
  ['board: title', 'bad-layout: the board of `Booking` cannot use `title`, which is string'],
  ['calendar: status', 'bad-layout: the calendar of `Booking` cannot use `status`'],
  ['calendar: { from: starts_at, to: day }', 'cannot go from `starts_at` to `day`'],
  ['calendar: { to: ends_at }', '`from`'],
])('%s is refused in words', (layout, problem) => {
  expect(check(`    ${layout}\n`).problems.join('\n')).toContain(problem);
});

it('lists of the service have no layouts', () => {
  expect(check('    board: status\n', 'User').problems.join('\n')).toContain(
    'the list of `User` has no board',
  );
});
