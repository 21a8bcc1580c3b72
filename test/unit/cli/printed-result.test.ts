import { expect, it } from 'vitest';
import { printedResult } from '../../../src/cli/printed-result.js';

const results = [{ model: 'Task', rows: 3, lacks: [], refusal: null, seconds: 0.1 }];
const made = { seed: 7, today: '2026-11-25', results, joined: [], migrations: [], seeds: ['demo'] };
const counts = { rows: 2, created: 1, updated: 0, unchanged: 0, failed: 1, error: null };
const failures = [{ row: 3, cells: ['a', null], problems: [{ detail: 'too long' }] }];

it('a result is the last line that a program prints', () => {
  expect(printedResult('seed', `seeding...\n${JSON.stringify(made)}\n`)).toEqual(made);
  const imported = { ...counts, checked: true, failures };
  expect(printedResult('import-data', JSON.stringify(imported))).toEqual(imported);
});

it('keys that a newer project prints are kept', () => {
  expect(printedResult('seed', '{"seeds":[],"later":1}')).toEqual({ seeds: [], later: 1 });
});

it.each([
  ['nothing', ''],
  ['text', 'done'],
  ['another value', '3'],
  ['half a line', '{"seeds":['],
  ['another type', '{"seeds":"demo"}'],
  ['an item of another type', JSON.stringify({ ...made, results: [{ model: 'Task' }] })],
])('%s is not a result', (_, line) => {
  expect(printedResult('seed', line)).toBeNull();
});

it('a result lacks no key that the schema requires', () => {
  expect(printedResult('import-data', JSON.stringify(counts))).toBeNull();
});
