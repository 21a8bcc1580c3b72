import fc from 'fast-check';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { SheetLine } from '../../../../templates/features/import/engine/import/sheet-line.js';
import {
  readSheet,
  writeSheet,
} from '../../../../templates/features/import/engine/import/sheets.js';
import { ClientGone } from '../../../../templates/service/engine/database/outage.js';

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

/** A spreadsheet whose sheets have this in place of their rows. */
async function sheetsWith(...rows: string[]): Promise<Uint8Array> {
  const files = unzipSync(await writeSheet('things', [['a'], ['b']]));
  const one = (path: string) => Object.keys(files).find((name) => name.endsWith(path))!;
  const [sheet, book, rels] = ['sheet1.xml', 'workbook.xml', 'workbook.xml.rels'].map(one);
  const more = (path: string, end: string, text: (at: number) => string) => {
    const added = rows.slice(1).map((_, at) => text(at + 2));
    files[path] = strToU8(strFromU8(files[path]!).replace(end, `${added.join('')}${end}`));
  };
  more(book!, '</sheets>', (at) => `<sheet name="s${at}" sheetId="${at}" r:id="s${at}"/>`);
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  const target = (at: number) => `worksheets/sheet${at}.xml`;
  more(
    rels!,
    '</Relationships>',
    (at) => `<Relationship Id="s${at}" Type="${type}" Target="${target(at)}"/>`,
  );
  for (const [at, text] of rows.entries())
    files[sheet!.replace('1', String(at + 1))] = strToU8(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${text}</sheetData></worksheet>`,
    );
  return zipSync(files);
}

const row = (at: number | string, column = 'A'): string =>
  `<row r="${at}"><c r="${column}${at}"><v>1</v></c></row>`;
const FAR = Array.from({ length: 30_000 }, (_, at) => row(at + 1, 'XFD')).join('');

test.each([
  ['no-table', row(999_999_999)],
  ['no-table', row('1e9')],
  ['no-table', `<row r="1"><c r="XFE1"><v>1</v></c></row>`],
  ['no-table', `<row r="999999999"/>`],
  ['too-many-cells', FAR],
  ['too-many-cells', row(1_048_576, 'C')],
  [
    'cell-too-long',
    `<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_001)}</t></is></c></row>`,
  ],
  [
    'cell-too-long',
    `<row r="1"><c r="A1" t="inlineStr"><is>${`<r><t>${'x'.repeat(600_000)}</t></r>`.repeat(2)}</is></c></row>`,
  ],
])(
  'cells far apart, or long ones, are refused before there is room for them: %s',
  async (code, rows) => {
    await expect(readSheet(await sheetsWith(rows), BOUND)).rejects.toMatchObject({ code });
  },
);

test('an empty cell far away, as of a colour, is none', async () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="1048576"/>';
  expect((await readSheet(await sheetsWith(rows), BOUND)).rows).toEqual([[1]]);
});

test('a sheet is read whatever the others have', async () => {
  const bytes = await sheetsWith(row(1), FAR, row(2));
  expect(await readSheet(bytes, BOUND)).toEqual({
    ...{ sheets: ['things', 's2', 's3'], name: 'things', rows: [[1]] },
  });
  expect((await readSheet(bytes, BOUND, 's3')).rows).toEqual([[null], [1]]);
  await expect(readSheet(bytes, BOUND, 's2')).rejects.toMatchObject({ code: 'too-many-cells' });
});

test('a thread ends with who waits for it', async () => {
  const gone = new AbortController();
  const reading = writeSheet('s', [['a']], gone.signal);
  gone.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('gone');
  await expect(writeSheet('s', [['a']], gone.signal)).rejects.toThrow('gone');
});

describe('the line of spreadsheets', () => {
  /** Work that ends when it is told to, and what has begun. */
  function openLine(patience?: number) {
    const line = new SheetLine(patience);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string, userId?: number, signal?: AbortSignal) => {
      const done = line.run({ userId, signal }, (ending) => {
        begun.push(name);
        return new Promise<string>((resolve, reject) => {
          ends.set(name, () => resolve(name));
          ending.addEventListener('abort', () => reject(ending.reason as Error));
        });
      });
      done.catch(() => undefined);
      return done;
    };
    const finish = async (name: string) => {
      ends.get(name)!();
      await setImmediate();
    };
    return { ask, begun, finish };
  }
  const BUSY = { status: 503, headers: { 'retry-after': '5' } };

  test('gives users turns, and one user room for three', async () => {
    const { ask, begun, finish } = openLine();
    for (const name of ['a1', 'a2', 'a3']) void ask(name, 1);
    await expect(ask('a4', 1)).rejects.toMatchObject(BUSY);
    void ask('b1', 2);
    for (const name of ['a1', 'a2', 'b1']) await finish(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    void ask('a5', 1);
    await finish('a3');
    expect(begun.at(-1)).toBe('a5');
  });

  test('has an end', async () => {
    const { ask } = openLine();
    void ask('first', 0);
    for (let user = 1; user <= 20; user += 1) void ask(`${user}`, user);
    await expect(ask('one more', 21)).rejects.toMatchObject(BUSY);
  });

  test('drops who has left, and ends what they wait for', async () => {
    const { ask, begun, finish } = openLine();
    const [one, other] = [new AbortController(), new AbortController()];
    const running = ask('a', 1, one.signal);
    const waiting = ask('b', 2, other.signal);
    void ask('c', 3);
    other.abort();
    await expect(waiting).rejects.toBeInstanceOf(ClientGone);
    one.abort();
    await expect(running).rejects.toBeInstanceOf(ClientGone);
    await setImmediate();
    expect(begun).toEqual(['a', 'c']);
    await finish('c');
    await expect(ask('d', 4, one.signal)).rejects.toBeInstanceOf(ClientGone);
    void ask('e', 4);
    await setImmediate();
    expect(begun.at(-1)).toBe('e');
  });

  test('has patience with what is long until others wait', async () => {
    const { ask, begun } = openLine(20);
    const long = ask('a', 1);
    void ask('a again', 1);
    await setTimeout(60);
    expect(begun).toEqual(['a']);
    void ask('b', 2);
    await expect(long).rejects.toMatchObject(BUSY);
    await expect.poll(() => begun).toContain('b');
  });
});
