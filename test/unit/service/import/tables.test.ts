import { parse } from 'csv-parse/sync';
import { describe, expect, it, test } from 'vitest';
import {
  cellOf,
  guardText,
  keysIn,
  unguardText,
} from '../../../../templates/features/import/engine/import/cells.js';
import { CsvCells } from '../../../../templates/features/import/engine/import/csv-cells.js';
import type { Bytes } from '../../../../templates/features/import/engine/import/encodings.js';
import { writeSheet } from '../../../../templates/features/import/engine/import/sheets.js';
import {
  guessForm,
  tableRows,
  type TableForm,
} from '../../../../templates/features/import/engine/import/table.js';
import fc from 'fast-check';

const READER = { limit: 1_000_000 };

/** In pieces of a few bytes, so that letters and line ends are cut in two. */
const bytesOf = (bytes: Uint8Array, size = 3): Bytes =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

const ofText = (text: string, encoding: BufferEncoding = 'utf8'): Bytes =>
  bytesOf(Buffer.from(text, encoding), 64);

async function rowsOf(bytes: Bytes, given: Partial<TableForm> = {}) {
  const { form } = await guessForm(bytes, given, READER);
  const rows = [];
  for await (const { number, cells } of tableRows(bytes, form, READER))
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
    const message = expect.stringMatching(/begins in line 2 does not end/);
    await expect(rowsOf(ofText('a,b\n"1,2\n3,4\n'))).rejects.toMatchObject({
      status: 422,
      problems: [{ field: 'file', code: 'no-table', message }],
    });
  });

  it('is read as a library reads it, in whatever pieces it comes', () => {
    const letters = fc.constantFrom(...'a ",;\t\n\r\u00a0', '""', '\r\n');
    const texts = fc.string({ unit: letters, maxLength: 30 });
    const separators = fc.constantFrom(',', ';', '\t', '🚗');
    fc.assert(
      fc.property(texts, separators, fc.integer({ min: 1, max: 6 }), (text, separator, size) => {
        // Of two quotations in a cell, the first an empty one, the library takes the second, and it refuses a space of two
        // bytes behind one.
        fc.pre(!/""\s+"|"\s*\u00a0/.test(text));
        expect(ownRows(text, separator, size)).toEqual(libraryRows(text, separator));
      }),
      { numRuns: 3000 },
    );
  });

  const LETTERS = 1_000_000;
  it.each([
    ['empty lines', '\n', 0],
    ['rows', '1,2\n', 1],
    ['quotations', '"1",""""\n', 1],
    ['empty cells', `${','.repeat(19_999)}\n`, 0],
  ])('lets others have their turn while it is read: %s', async (_name, line, rowsOfLine) => {
    const lines = Math.floor(LETTERS / line.length);
    const bytes = bytesOf(Buffer.from(`a,b\n1,2\n${line.repeat(lines)}`), 262_144);
    let [turns, count] = [0, 0];
    let turn = setImmediate(function next() {
      turns += 1;
      turn = setImmediate(next);
    });
    const began = performance.now();
    const form = { format: 'csv', encoding: 'utf-8', separator: ',', sheet: null } as const;
    for await (const { cells } of tableRows(bytes, form, READER)) count += cells.length > 0 ? 1 : 0;
    const time = performance.now() - began;
    clearImmediate(turn);
    expect(count).toBe(2 + lines * rowsOfLine);
    // On the average: a busy machine stands still now and then.
    expect(time / (turns + 1)).toBeLessThan(100);
  });

  it('is refused where a row has more cells than any spreadsheet', async () => {
    const message = expect.stringMatching(/line 2 has more than 20000 cells/);
    await expect(rowsOf(ofText(`a,b\n${','.repeat(20_000)}`))).rejects.toMatchObject({
      status: 422,
      problems: [{ field: 'file', code: 'no-table', message }],
    });
  });
});

/** The rows of a text that comes in pieces, or that it is no table. */
function ownRows(text: string, separator: string, size: number) {
  const cells = new CsvCells(separator);
  const letters = [...text];
  const rows = [];
  try {
    for (let at = 0; at < letters.length; at += size)
      rows.push(...cells.read(letters.slice(at, at + size).join('')));
    const last = cells.end();
    return last === null ? rows : [...rows, last];
  } catch {
    return null;
  }
}

function libraryRows(text: string, separator: string) {
  let quotesAll = true;
  try {
    return parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      trim: separator !== '\t',
      cast: (cell, { quoting, records }) => {
        if (records === 0) quotesAll &&= quoting;
        if (quoting) return cell === '' && quotesAll ? null : cell;
        return cell.trim() || null;
      },
    });
  } catch {
    return null;
  }
}

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

test('a spreadsheet is unpacked once, for its form and for its rows', async () => {
  const bytes = await writeSheet('s', [['a'], ['x']]);
  let times = 0;
  const counted: Bytes = async function* () {
    times += 1;
    yield bytes;
  };
  expect((await rowsOf(counted)).rows).toHaveLength(2);
  // Each look at the first bytes is one, too.
  expect(times).toBe(2);
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
    const hidden = [' =1', '\uFEFF=1', '\u200B+1', ';=1', ', -1', '|x', '\u0000@x', "' =1"];
    expect(hidden.map(guardText)).toEqual(hidden.map((one) => `'${one}`));
    const plainTexts = ['a =1', 'a|b', '; a', ' a-b', "' a", '\uFEFFa'];
    expect(plainTexts.map(guardText)).toEqual(plainTexts);
    const text = fc.string({
      unit: fc.constantFrom("'", '=', '-', '\t', 'a', ' ', '|', ';', '\uFEFF', '\u200B'),
    });
    fc.assert(
      fc.property(text, (one) => {
        expect(unguardText(guardText(one))).toBe(one);
        expect(guardText(one)).not.toMatch(/^[\s;\u200B]*[=+\-@|\t]/);
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
    expect(['"a', 'a,,b', ',a', '"a"b', '"a" b,c'].map((text) => keysIn(text))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    expect(keysIn('12" tyre, 3')).toEqual(['12" tyre', '3']);
  });

  it('may be as long as a file, and has no more keys than are asked for', () => {
    const length = 5_000_000;
    expect(keysIn(`"${'a'.repeat(length)}"`)?.[0]).toHaveLength(length);
    expect(keysIn(`"${'"'.repeat(length)}"`)?.[0]).toHaveLength(length / 2);
    expect(keysIn(`"${'a'.repeat(length)}`)).toBeNull();
    const began = performance.now();
    expect(keysIn('1,'.repeat(length), 2)).toEqual(['1', '1', '1']);
    expect(performance.now() - began).toBeLessThan(200);
  });
});
