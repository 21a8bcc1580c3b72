import { expect, test } from 'vitest';
import type { ColumnInfo } from '../../fields/column-info.js';
import { Widths, mayExceed } from '../../records/reading/widths.js';
import type { ModelInfo } from '../../model/model-info.js';

const modelWith = (...stored: readonly object[]) => ({ stored }) as unknown as ModelInfo;
const long = modelWith({ type: 'text', max: null });

function atTime() {
  const clock = { now: 0 };
  return { clock, widths: new Widths(() => clock.now) };
}

test('before a page has told it, a record may have what its columns allow', () => {
  const { widths } = atTime();
  expect(widths.ofPage(long)).toBe(Infinity);
  expect(widths.ofPage(modelWith({ type: 'json', max: null }))).toBe(Infinity);
  const limited = widths.ofPage(modelWith({ type: 'string', max: 200 }, { type: 'integer' }));
  expect([limited >= 200, limited < 400]).toEqual([true, true]);
  widths.tell(long, 500, 1);
  expect(widths.ofPage(long)).toBe(Infinity);
});

test('pages are relied on for a second', () => {
  const { widths, clock } = atTime();
  widths.tell(long, 5000, 25);
  expect(widths.ofPage(long)).toBe(200);
  clock.now = 999;
  expect(widths.ofPage(long)).toBe(200);
  clock.now = 1000;
  expect(widths.ofPage(long)).toBe(Infinity);
});

test('a record that becomes wide is known at once, and remembered for minutes', () => {
  const { widths, clock } = atTime();
  const told = (): number => {
    widths.tell(long, 200, 2);
    return widths.ofPage(long);
  };
  expect([told(), widths.ofRecord(long)]).toEqual([100, 100]);
  widths.tell(long, 1_000_000, 1);
  expect([told(), widths.ofRecord(long)]).toEqual([1_000_000, 1_000_000]);
  clock.now = 250_000;
  expect(told()).toBe(1_000_000);
  for (clock.now = 300_001; clock.now < 1_000_000; clock.now += 100_000) told();
  expect([told(), widths.ofRecord(long)]).toEqual([100, 100]);
});

test('one wide record among narrow ones is known as such, and its page by all of them', () => {
  const { widths } = atTime();
  widths.tell(long, 1_000_000, 25, 900_000);
  expect([widths.ofPage(long), widths.ofRecord(long)]).toEqual([40_000, 900_000]);
});

test.each([
  ['text', null, true],
  ['string', null, true],
  ['json', null, true],
  ['string', 1001, true],
  ['string', 1000, false],
  // What limits a number is its value: it has no length, which PostgreSQL would not compute of one.
  ['integer', 5000, false],
  ['enum', null, false],
] as const)('a %s of at most %s may have more than 1,000 characters: %s', (type, max, expected) => {
  expect(mayExceed({ type, max } as ColumnInfo, 1000)).toBe(expected);
});
