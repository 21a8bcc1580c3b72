import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerPattern } from '../../docs/field-schema.js';

const within = (text: bigint, min: bigint, max: bigint) =>
  new RegExp(integerPattern(min, max), 'u').test(String(text));

test('takes the numbers from the least to the most, and no other', () => {
  const bound = fc.oneof(fc.bigInt(-300n, 300n), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }));
  const property = fc.property(bound, bound, bound, (one, other, value) => {
    const [min, max] = one < other ? [one, other] : [other, one];
    expect(within(value, min, max)).toBe(value >= min && value <= max);
    for (const edge of [min, max]) expect(within(edge, min, max)).toBe(true);
    expect(within(min - 1n, min, max) || within(max + 1n, min, max)).toBe(false);
  });
  fc.assert(property, { numRuns: 300 });
});

test.each(['', '-', '+1', '01', '1.0', '1e3', ' 1', '-0'])('`%s` is no such text', (text) => {
  expect(new RegExp(integerPattern(-5n, 5000n)).test(text)).toBe(false);
});
