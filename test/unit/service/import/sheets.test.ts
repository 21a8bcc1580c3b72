import fc from 'fast-check';
import { zipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import {
  readSheet,
  writeSheet,
} from '../../../../templates/features/import/engine/import/sheets.js';

const BOUND = 10_000_000;

const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter((one) => !/\0|\p{Surrogate}/u.test(one));
const cell = fc.oneof(
  text,
  fc.constantFrom('_x0041_', 'a\r\nb\rc\nd', ' spaces ', '\u0001', '\uFFFD', '\u{1FFFE}', '<&">'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
  fc.boolean(),
  fc.constant(null),
);

test('what is written into a sheet is read from it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), async (rows) => {
      const written = [['a', 'b', 'c'], ...rows.map((row) => [...row]), ['x', 'y', 'z']];
      const sheet = await readSheet(await writeSheet('things', written), BOUND);
      expect(sheet).toEqual({ sheets: ['things'], name: 'things', rows: written });
    }),
    { numRuns: 30 },
  );
});

test('so are texts that every object of JavaScript has as names', async () => {
  const rows = Object.getOwnPropertyNames(Object.prototype).map((name) => [name, `_${name}`]);
  expect((await readSheet(await writeSheet('things', rows), BOUND)).rows).toEqual(rows);
});

test('names another sheet, and refuses one that is not there', async () => {
  const bytes = await writeSheet('things', [['a'], ['b']]);
  expect((await readSheet(bytes, BOUND, 'things')).rows).toEqual([['a'], ['b']]);
  await expect(readSheet(bytes, BOUND, 'other')).rejects.toMatchObject({ code: 'no-sheet' });
});

test('what is no spreadsheet is refused', async () => {
  for (const bytes of [strToU8('name,title'), zipSync({ 'a.xml': strToU8('<a/>') })])
    await expect(readSheet(bytes, BOUND)).rejects.toMatchObject({ code: 'no-table' });
});

test('an archive unpacks to no more than the bound, whatever sizes it states', async () => {
  const bytes = await writeSheet('things', [['a'.repeat(100_000)]]);
  await expect(readSheet(bytes, 50_000)).rejects.toMatchObject({ code: 'too-large' });
});

test('a few cells far apart end their thread, not the service', async () => {
  const far = await writeSheet('far', [['a'], ['b']]);
  const { unzipSync } = await import('fflate');
  const files = unzipSync(far);
  const path = Object.keys(files).find((name) => name.endsWith('sheet1.xml'))!;
  const rows = Array.from(
    { length: 30_000 },
    (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
  );
  const xml = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const bomb = zipSync({ ...files, [path]: strToU8(xml) });
  await expect(readSheet(bomb, BOUND)).rejects.toMatchObject({ code: 'too-large' });
});
