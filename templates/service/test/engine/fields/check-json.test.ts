import { expect, test } from 'vitest';
import { checkValue, isPlainJson } from '../../../src/engine/fields/check-value.js';

const field = { name: 'data', type: 'json', min: null, max: null } as const;
const check = (json: string) => checkValue(JSON.parse(json), field);

test.each([
  '{"a":9007199254740991,"b":-9007199254740991,"c":[0.1,1e300,6.02214076e23,-1e21,1.7976931348623157e308]}',
  '{"id":"9007199254740993"}',
  '[null,true,"é",{}]',
])('%s is stored as it was sent', (json) => {
  expect(check(json)).toEqual({ value: JSON.parse(json) });
});

test.each(['{"a":9007199254740993}', '[[-9007199254740992]]', '1000000000000000001'])(
  '%s would lose digits, and is refused',
  (json) => {
    expect(check(json)).toMatchObject({
      code: 'integer',
      message: expect.stringMatching(
        /^data contains an integer beyond 9007199254740991.*as a string\.$/,
      ),
    });
  },
);

test('a number that is too large is not taken for a text', () => {
  expect(check('{"a":[1e400]}')).toEqual({
    code: 'number',
    message: 'data contains a number that is too large: at most 1.8e308.',
  });
});

test('texts that cannot be stored are refused wherever they stand', () => {
  for (const json of ['"\\u0000"', '{"a":["\\ud800"]}', '{"\\u0000":1}'])
    expect(check(json)).toMatchObject({ code: 'text' });
});

test('what code writes has its digits, and only what no database can store is refused', () => {
  expect([2 ** 60, 1e30, Infinity, 'a\0'].map(isPlainJson)).toEqual([true, true, false, false]);
});
