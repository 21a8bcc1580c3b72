import { expect, test } from 'vitest';
import { lostDigits } from '../../http/lost-digits.js';

test.each([
  ['{"a":9007199254740993}', 'a', '9007199254740993'],
  ['{"a":[{"b": -9007199254740993 }],"c":1}', 'a', '-9007199254740993'],
  ['{"a":{"b":":"},"c\\"":[1, 1000000000000000001]}', 'c"', '1000000000000000001'],
  ['{"a":"x:\\\\","b":123456789012345678901234567890}', 'b', '123456789012345678901234567890'],
  ['{"a":1152921504606846976}', 'a', '1152921504606846976'],
  ['[9007199254740993]', '', '9007199254740993'],
  ['9007199254740993', '', '9007199254740993'],
])('%s loses digits', (text, field, integer) => {
  expect(JSON.stringify(JSON.parse(text))).not.toContain(integer);
  expect(lostDigits(text)).toEqual({ field, integer });
});

test.each([
  '{"a":9007199254740991,"b":-9007199254740992,"c":12345678901234567000}',
  '{"a":1000000000000000000000000,"b":-9007199254740990,"c":0}',
  '{"a":"9007199254740993","9007199254740993":"\\"9007199254740993"}',
  '{"a":0.1000000000000000055,"b":1.7976931348623157e308,"c":9007199254740993.5,"d":1e16}',
  `{"a":${JSON.stringify([2 ** 60, 2 ** 70, Number.MAX_VALUE, -(2 ** 53)])}}`,
])('%s does not', (text) => {
  expect(lostDigits(text)).toBeNull();
});

test('a number beyond all numbers is the business of its field', () => {
  expect(lostDigits(`{"a":${'9'.repeat(400)}}`)).toBeNull();
});

test('a body of quotes, digits and brackets takes no longer than another of its size', () => {
  const texts = [
    `"${'\\"'.repeat(400_000)}1234567890123456"`,
    `[${'9'.repeat(1_000_000)}]`,
    `[${'1234567890123456,'.repeat(60_000)}1]`,
  ];
  const before = performance.now();
  for (const text of texts) expect(lostDigits(text)).toBeNull();
  expect(performance.now() - before).toBeLessThan(2000);
});
