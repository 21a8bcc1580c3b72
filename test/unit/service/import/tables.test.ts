import { describe, expect, it, test } from 'vitest';
import {
  cellOf,
  guardText,
  keysIn,
  unguardText,
} from '../../../../templates/features/import/engine/import/cells.js';
import type { Bytes } from '../../../../templates/features/import/engine/import/encodings.js';
import { writeSheet } from '../../../../templates/features/import/engine/import/sheets.js';
import {
  guessForm,
  tableRows,
  type TableForm,
} from '../../../../templates/features/import/engine/import/table.js';
import fc from 'fast-check';

const LIMIT = 1_000_000;

/** In pieces of a few bytes, so that letters and line ends are cut in two. */
const bytesOf = (bytes: Uint8Array, size = 3): Bytes =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

const ofText = (text: string, encoding: BufferEncoding = 'utf8'): Bytes =>
  bytesOf(Buffer.from(text, encoding), 64);

async function rowsOf(bytes: Bytes, given: Partial<TableForm> = {}) {
  const { form } = await guessForm(bytes, given, LIMIT);
  const rows = [];
  for await (const { number, cells } of tableRows(bytes, form, LIMIT))
    rows.push([number, ...cells]);
  return { form, rows };
}

describe('a text file', () => {
  it.each([
    ['utf-8', Buffer.from('Straße,Ж\nä,1')],
    ['utf-8', Buffer.from('\uFEFFStraße,Ж\nä,1')],
    ['utf-16le', Buffer.from('\uFEFFStraße,Ж\nä,1', 'utf16le')],
    ['utf-16le', Buffer.from('Straße,Ж\nä,1', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFStraße,Ж\nä,1', 'utf16le').swap16()],
  ])('is read in its encoding: %s', async (encoding, bytes) => {
    const { form, rows } = await rowsOf(bytesOf(bytes));
    expect(form.encoding).toBe(encoding);
    expect(rows).toEqual([
      [1, 'Straße', 'Ж'],
      [2, 'ä', '1'],
    ]);
  });

  it('is what Windows writes where it is not UTF-8, or what it is said to be', async () => {
    const bytes = ofText('Preis;\u0080\nä;1', 'latin1');
    const { form, rows } = await rowsOf(bytes);
    expect([form.encoding, form.separator, rows[0]]).toEqual([
      'windows-1252',
      ';',
      [1, 'Preis', '€'],
    ]);
    expect((await rowsOf(bytes, { encoding: 'latin1' })).form.encoding).toBe('windows-1252');
    await expect(rowsOf(bytes, { encoding: 'utf8' })).rejects.toMatchObject({
      status: 422,
      problems: [{ field: 'file', code: 'encoding' }],
    });
    await expect(rowsOf(bytes, { encoding: 'klingon' })).rejects.toMatchObject({
      problems: [{ field: 'encoding', code: 'value' }],
    });
  });

  it.each([
    [',', 'a,b;c'],
    [';', 'a;b,c;d'],
    ['\t', 'a\tb'],
    ['|', 'a|b'],
    [',', '"a;b;c",d'],
    [',', 'alone'],
  ])('has its separator by its first line: %j', async (separator, text) => {
    expect((await rowsOf(ofText(`${text}\n1`))).form.separator).toBe(separator);
  });

  it('tells an empty text from no value, and keeps spaces in quotations alone', async () => {
    const { rows } = await rowsOf(ofText('a,b,c\n, "" ," x "\n\n\t x ,y y\u00a0,"1\r\n2"\r\n'));
    expect(rows).toEqual([
      [1, 'a', 'b', 'c'],
      [2, null, '', ' x '],
      [4, 'x', 'y y', '1\r\n2'],
    ]);
    expect((await rowsOf(ofText('"a","b"\n"","x"'))).rows[1]).toEqual([2, null, 'x']);
  });

  it('has lines that end in any way, and quotes within a cell', async () => {
    const { rows } = await rowsOf(ofText('a,b\r\n1,2\n3,4\r5,6" pipe'));
    expect(rows.slice(1)).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6" pipe'],
    ]);
  });

  it('is refused where a quotation does not end', async () => {
    await expect(rowsOf(ofText('a,b\n"1,2\n3,4\n'))).rejects.toMatchObject({
      status: 422,
      problems: [{ field: 'file', code: 'no-table' }],
    });
  });
});

test('a spreadsheet has its own values', async () => {
  const bytes = bytesOf(
    await writeSheet('s', [
      ['a', 'b'],
      [null, null],
      ['x', 1.5],
    ]),
    1000,
  );
  const { form, rows } = await rowsOf(bytes);
  expect(form).toEqual({ format: 'xlsx', encoding: null, separator: null, sheet: 's' });
  expect(rows).toEqual([
    [1, 'a', 'b'],
    [3, 'x', 1.5],
  ]);
});

describe('a cell', () => {
  it('guards texts that a spreadsheet would run, and gives them back', () => {
    expect(['=1', '+1', '-1', '@x', '＝1', "'=1", "'"].map(guardText)).toEqual([
      "'=1",
      "'+1",
      "'-1",
      "'@x",
      "'＝1",
      "''=1",
      "''",
    ]);
    expect(["'s-Hertogenbosch", "'t Hart"].map(unguardText)).toEqual([
      "'s-Hertogenbosch",
      "'t Hart",
    ]);
    const text = fc.string({ unit: fc.constantFrom("'", '=', '-', '\t', 'a', ' ') });
    fc.assert(
      fc.property(text, (one) => {
        expect(unguardText(guardText(one))).toBe(one);
        expect(guardText(one)).not.toMatch(/^[=+\-@\t]/);
      }),
    );
  });

  it('holds any keys of many-to-many fields', () => {
    const key = fc.string({ unit: fc.constantFrom('"', ',', ';', ' ', 'a', '\n', '=') });
    fc.assert(
      fc.property(fc.array(key, { minLength: 1 }), (keys) => {
        expect(keysIn(unguardText(String(cellOf(keys, 'refs'))))).toEqual(keys);
      }),
    );
    expect(keysIn('1;2, 3')).toEqual(['1', '2', '3']);
    expect(keysIn('"a')).toBeNull();
  });
});
