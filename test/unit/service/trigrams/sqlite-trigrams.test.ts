import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { Connection } from '../../../../templates/service/engine/database/sqlite/connection.js';
import { foldText } from '../../../../templates/service/engine/database/sqlite/functions.js';
import {
  createTrigrams,
  dropTrigrams,
} from '../../../../templates/service/engine/database/sqlite/trigrams.js';
import {
  sqliteTrigrams,
  trigramQuery,
} from '../../../../templates/features/trigrams/engine/trigrams/sqlite-trigrams.js';
import { CreatePage, oddText, Page } from './trigrams-suite.js';

const ID = { column: 'id', type: 'id' } as const;

describe('what FTS5 is asked', () => {
  it('finds each letter by all its forms', () => {
    const handle = new Sqlite(':memory:');
    handle.exec('CREATE TABLE word (id integer PRIMARY KEY, text text)');
    const insert = handle.prepare('INSERT INTO word VALUES (?, ?)');
    const codes = Array.from({ length: 0x10ffff }, (_, at) => at + 1).filter((code) => {
      if (code >= 0xd800 && code <= 0xdfff) return false;
      const letter = String.fromCodePoint(code);
      return letter.toLowerCase() !== letter || letter.toUpperCase() !== letter || code % 997 === 0;
    });
    expect(codes.length).toBeGreaterThan(3500);
    const word = (letter: string) => `xy${letter}zw`;
    handle.transaction(() => {
      for (const code of codes) insert.run(code, word(String.fromCodePoint(code)));
    })();
    for (const statement of createTrigrams('word', 'text', ID)) handle.exec(statement);
    const match = handle.prepare<[string, number]>(
      'SELECT 1 FROM trigram_word_text WHERE trigram_word_text MATCH ? AND rowid = ?',
    );
    const missed = codes.flatMap((code) => {
      const letter = String.fromCodePoint(code);
      return [letter, letter.toLowerCase(), letter.toUpperCase(), foldText(letter)]
        .map(word)
        .filter((needle) => foldText(word(letter)).includes(foldText(needle)))
        .filter((needle) => {
          const asked = trigramQuery(needle);
          return asked !== null && !match.get(asked, code);
        });
    });
    expect(missed).toEqual([]);
  });

  it.each([
    ['ab', null],
    ['abc', '"abc"'],
    ['ABCABC', '"abc" AND "bca"'],
    ['report 99', '" 99" AND "t 9"'],
    ['a"b', '"a""b"'],
    ['ab\0cd', null],
    ['👍🏽x', '"👍🏽x"'],
    ['\ud800abc', '"abc"'],
    ['abꭰcd', null],
  ])('of %j', (needle, asked) => expect(trigramQuery(needle)).toBe(asked));
});

describe('the triggers of SQLite', () => {
  const handle = new Sqlite(':memory:');
  handle.exec('CREATE TABLE word (id integer PRIMARY KEY, text text)');
  for (const statement of createTrigrams('word', 'text', ID)) handle.exec(statement);
  handle.exec(`CREATE VIRTUAL TABLE kept USING fts5vocab('trigram_word_text', 'row')`);
  const kept = () => handle.prepare('SELECT term, doc FROM kept').raw().all();
  const write = {
    insert: handle.prepare('INSERT INTO word (text) VALUES (?)'),
    update: handle.prepare('UPDATE word SET text = ? WHERE id % 5 = ?'),
    move: handle.prepare('UPDATE OR IGNORE word SET id = id + 7, text = ? WHERE id % 11 = ?'),
    upsert: handle.prepare(
      'INSERT INTO word (text, id) VALUES (?, ? + 1) ON CONFLICT DO UPDATE SET text = excluded.text',
    ),
    remove: handle.prepare('DELETE FROM word WHERE text IS NOT ? AND id % 3 = ?'),
  };
  const change = fc.tuple(
    fc.constantFrom(...(Object.keys(write) as (keyof typeof write)[])),
    fc.option(oddText(0, 9), { nil: null }),
    fc.nat(4),
  );
  const transaction = fc.tuple(fc.array(change, { maxLength: 8 }), fc.boolean());

  it('keep what a new index would have, whatever is written and undone', () => {
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 6 }), (transactions) => {
        for (const [changes, isUndone] of transactions) {
          handle.exec('BEGIN');
          for (const [how, text, number] of changes)
            write[how].run(...(how === 'insert' ? [text] : [text, number]));
          handle.exec(isUndone ? 'ROLLBACK' : 'COMMIT');
        }
        const before = kept();
        for (const statement of dropTrigrams('word', 'text', ID)) handle.exec(statement);
        for (const statement of createTrigrams('word', 'text', ID)) handle.exec(statement);
        expect(before).toEqual(kept());
      }),
      { numRuns: 60 },
    );
  });

  it('lose nothing by a row that is replaced without them', () => {
    handle.exec(`DELETE FROM word; INSERT INTO word VALUES (1, 'before'), (2, 'before')`);
    handle.exec(`INSERT OR REPLACE INTO word VALUES (1, 'needle'); DELETE FROM word WHERE id = 2`);
    handle.exec(`UPDATE word SET text = 'a needle more'; PRAGMA integrity_check`);
    const found = handle
      .prepare('SELECT rowid FROM trigram_word_text WHERE trigram_word_text MATCH ?')
      .pluck();
    expect(found.all(trigramQuery('needle more'))).toEqual([1]);
  });
});

describe('the triggers of a table with texts as keys', () => {
  const CODE = { column: 'code', type: 'string' } as const;
  const handle = new Sqlite(':memory:');
  handle.exec('CREATE TABLE word (code varchar(9) NOT NULL, text text, PRIMARY KEY (code))');
  for (const statement of createTrigrams('word', 'text', CODE)) handle.exec(statement);
  const write = {
    insert: handle.prepare('INSERT OR IGNORE INTO word (code, text) VALUES (:code, :text)'),
    update: handle.prepare('UPDATE word SET text = :text WHERE code = :code'),
    move: handle.prepare(
      `UPDATE OR IGNORE word SET code = :code || 'x', text = :text WHERE code = :code`,
    ),
    upsert: handle.prepare(
      `INSERT INTO word (code, text) VALUES (:code, :text)
        ON CONFLICT DO UPDATE SET text = excluded.text`,
    ),
    remove: handle.prepare('DELETE FROM word WHERE code = :code AND text IS NOT :text'),
  };
  const change = fc.tuple(
    fc.constantFrom(...(Object.keys(write) as (keyof typeof write)[])),
    fc.constantFrom('a', 'b', 'ax', 'É', "o'x"),
    fc.option(fc.constantFrom('needle one', 'two needles', 'nothing'), { nil: null }),
  );
  const { contains } = sqliteTrigrams;
  const place = { table: 'word', key: CODE, column: 'text' };
  /** The rows that the index finds, among those that contain the text. */
  const found = () => {
    const condition = contains(
      place,
      'needle',
      () => '?',
      () => '1 = 1',
    )!;
    return handle
      .prepare<[string]>(`SELECT code FROM word WHERE ${condition} ORDER BY code`)
      .pluck()
      .all(trigramQuery('needle')!);
  };
  const wanted = () =>
    handle.prepare(`SELECT code FROM word WHERE text LIKE '%needle%' ORDER BY code`).pluck().all();

  it('find each row by its key, after VACUUM and whatever is written and undone', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.nat(9)), { maxLength: 30 }), (changes) => {
        for (const [[how, code, text], dice] of changes) {
          handle.exec('BEGIN');
          write[how].run({ code, text });
          handle.exec(dice === 0 ? 'ROLLBACK' : 'COMMIT');
          if (dice === 1) handle.exec('VACUUM');
        }
        expect(found()).toEqual(wanted());
      }),
      { numRuns: 60 },
    );
    expect(handle.prepare('SELECT count(*) FROM trigram_word_text_numbers').pluck().get()).toBe(
      handle.prepare('SELECT count(*) FROM word WHERE text IS NOT NULL').pluck().get(),
    );
  });

  it('leave nothing when they are dropped', () => {
    for (const statement of dropTrigrams('word', 'text', CODE)) handle.exec(statement);
    const left = handle.prepare(`SELECT name FROM sqlite_master WHERE name LIKE 'trigram%'`);
    expect(left.all()).toEqual([]);
  });
});

describe('a file of SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trigrams-'));
  const file = join(folder, 'app.db');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is kept by whoever writes, and read by readers', async () => {
    const database = await openDatabase(`sqlite:${file}`, [Page], [CreatePage]);
    await migrate(database);
    const other = new Sqlite(file);
    other.exec(
      `INSERT INTO page (title) VALUES ('by İzmir'), ('GONE'); DELETE FROM page WHERE id = 2`,
    );
    other.close();
    const reader = Connection.reading(file);
    const sql = 'SELECT count(*) FROM trigram_page_title WHERE trigram_page_title MATCH ?1';
    expect(reader.rows(sql, [trigramQuery('i̇zmir')])).toEqual([[1]]);
    expect(reader.rows(sql, [trigramQuery('gone')])).toEqual([[0]]);
    reader.handle.close();
    await database.close();
  });

  it('is backed up with it', async () => {
    const source = new Sqlite(file);
    await source.backup(`${file}-copy`);
    source.close();
    const copy = new Sqlite(`${file}-copy`);
    const sql = 'SELECT rowid FROM trigram_page_title WHERE trigram_page_title MATCH ?';
    copy.exec(`INSERT INTO page (title) VALUES ('İzmir again')`);
    expect(copy.prepare(sql).pluck().all(trigramQuery('İZMIR'))).toEqual([1, 3]);
    copy.close();
  });
});
