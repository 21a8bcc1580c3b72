import { expect, test } from 'vitest';
import { newRow } from '../../../src/render/test-file/new-row.js';
import { printCode } from '../../../src/render/print/print-code.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

/** What a test inserts as a row of the model that is called Row. */
function rowOf(fields: string): string {
  const app = appOfSpec(
    'rows',
    `models:\n  Row:\n    unique: [[one, two]]\n    fields:\n${fields}`,
  );
  const { values } = newRow(
    app,
    app.models.find(({ name }) => name === 'Row')!,
  )!;
  return printCode(values, { before: '', after: '', column: 0 });
}

const user = (name: string, as: string) => `      ${name}: ref=User:as=${as}:required\n`;
const ANOTHER = "(await service.as('Admin', fresh.text())).id";

test('rows that are told apart by their users alone have another one each', () => {
  const row = rowOf(user('one', 'ones') + user('two', 'twos'));
  expect(row).toContain('one_id: user.id');
  expect(row).toContain(`two_id: ${ANOTHER}`);
});

test('rows that something else tells apart have the user of the test', () => {
  const row = rowOf(user('one', 'ones') + '      two: string:required\n');
  expect(row).toContain('one_id: user.id');
  expect(row).not.toContain(ANOTHER);
});

test.each([
  ['^B-[0-9]{4}$', "fresh.like('B-0000')"],
  ['^[1-9][0-9]{3}$', "fresh.like('1000')"],
  ['^[a-z]+(-[a-z]+)*$', "fresh.like('aaaa')"],
  // Counted up it would leave the pattern.
  ['^(x|y)[0-3]{2}$', 'fresh.of(['],
  ['^[ab]$', "fresh.of(['a', 'b'])"],
])('texts of %s are made by %s', (pattern, made) => {
  const row = rowOf(
    `      one: 'string:required:unique:pattern=${pattern}'\n      two: string:required\n`,
  );
  expect(row).toContain(`one: ${made}`);
});

test('moments come in the order of their fields', () => {
  const types = { one: 'string', two: 'string', begin: 'date', end: 'date', starts: 'datetime' };
  const fields = Object.entries({ ...types, ends: 'datetime' });
  const row = rowOf(fields.map(([name, type]) => `      ${name}: ${type}:required\n`).join(''));
  expect([...row.matchAll(/2026-01-0[^']*/g)].map(([text]) => text)).toEqual([
    '2026-01-02',
    '2026-01-03',
    '2026-01-02T08:15:00.000Z',
    '2026-01-03T08:15:00.000Z',
  ]);
});
