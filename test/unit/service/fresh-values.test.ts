import { beforeEach, expect, test } from 'vitest';
import { countUp } from '../../../src/model/pattern.js';
import { fresh, restartFresh } from '../../../templates/service/engine/testing/test-service.js';

beforeEach(restartFresh);

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('each of a list in turn, whatever else a row has', () => {
  const letters = ['a', 'b', 'c', 'd'];
  const rows = times(4, () => ({ text: fresh.text(), of: fresh.of([...letters]) }));
  expect(new Set(rows.map(({ of }) => of))).toEqual(new Set(letters));
});

test('texts of a kind are counted up', () => {
  expect(times(3, () => [fresh.number(), fresh.like('B-0008')][1])).toEqual([
    ...['B-0009', 'B-0010', 'B-0011'],
  ]);
  expect(fresh.like('az-Z9')).toBe('ba-A0');
  expect(fresh.like('-')).toBe('-');
});

test('crudgen expects them as they are counted', () => {
  for (const text of ['B-0000', 'aZz9', '99'])
    for (let by = 1; by <= 200; by += 1) expect(fresh.like(text)).toBe(countUp(text, by));
});
