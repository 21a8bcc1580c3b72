import { expect, test } from 'vitest';
import { checkValue } from '../../fields/check-value.js';

const field = { name: 'data', type: 'json', min: null, max: null } as const;
const check = (json: string) => checkValue(JSON.parse(json), field);

test.each(['{"a":9007199254740991,"b":[0.1,1.7976931348623157e308]}', '[null,true,"é",{}]'])(
  '%s is stored as it was sent',
  (json) => {
    expect(check(json)).toEqual({ value: JSON.parse(json) });
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
