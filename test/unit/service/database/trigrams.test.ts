import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createEngine,
  type EngineWithPolicy,
} from '../../../../templates/service/src/engine/crud/create-engine.js';
import { compileWhere } from '../../../../templates/service/src/engine/crud/compile-where.js';
import type { Database } from '../../../../templates/service/src/engine/database/database.js';
import { statementOf } from '../../../../templates/service/src/engine/database/dialect.js';
import {
  findTriggers,
  findTrigrams,
} from '../../../../templates/service/src/engine/database/find-drift.js';
import { migrate, revertLast } from '../../../../templates/service/src/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/src/engine/database/open-database.js';
import { foldText } from '../../../../templates/service/src/engine/database/sqlite/functions.js';
import { QuickReads } from '../../../../templates/service/src/engine/database/sqlite/readers/quick-reads.js';
import { Connection } from '../../../../templates/service/src/engine/database/sqlite/connection.js';
import { sqliteBackup } from '../../../../templates/service/src/engine/database/sqlite/backup.js';
import {
  createTrigrams,
  dropTrigrams,
  trigramQuery,
} from '../../../../templates/service/src/engine/database/sqlite/trigrams.js';
import { StepMigration } from '../../../../templates/service/src/engine/database/steps/step-migration.js';
import {
  addColumn,
  addForeignKey,
  addTrigram,
  changeColumn,
  createTable,
  dropColumn,
  dropTable,
  renameColumn,
  renameTable,
  type Step,
} from '../../../../templates/service/src/engine/database/steps/step.js';
import { defineAccess } from '../../../../templates/service/src/engine/model/access-rules.js';
import { Field } from '../../../../templates/service/src/engine/model/field.js';
import { eventually } from '../../../contract/eventually.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';

@Entity('page')
class Page {
  @PrimaryGeneratedColumn()
  id!: number;

  @Field({ search: 'trigram' })
  @Column('varchar', { length: 255, nullable: true })
  title!: string | null;

  @Field({ search: 'trigram' })
  @Column('text', { default: '' })
  body!: string;

  @Column('integer', { nullable: true })
  above_id!: number | null;
}

class CreatePage extends StepMigration {
  readonly name = 'CreatePage20260101000000';
  readonly steps = [
    createTable('page', {
      id: { type: 'id' },
      title: { type: 'string', length: 255, nullable: true },
      body: { type: 'text', default: '' },
      above_id: { type: 'integer', nullable: true },
    }),
    addForeignKey('page', 'above_id', { table: 'page', onDelete: 'cascade' }),
    addTrigram('page', ['title']),
    addTrigram('page', ['body']),
  ];
}

const further = (...steps: Step[]) =>
  class extends StepMigration {
    readonly name = 'Further20260101000001';
    readonly steps = steps;
  };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

/** Letters that databases fold each in their own way, and what means something in patterns and queries. */
const ODD = [
  ...'aAbBiIkKsSzZéÉßẞıİſΣσςΆάЖжÅåǅǆꭰᎠᲐაꙊꙋ𐐀𐐨ﬁ日本0_%\\"\'*^()-: ',
  ...['i̇', 'é', '\u0307', '👍🏽', '\u200d', 'ab', 'IK', 'ss', '\u212a', '\u212b', '\u2126', '\ufffd'],
];
const oddText = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(...ODD), { minLength: least, maxLength: most })
    .map((parts) => parts.join(''));

describe.each(['sqlite', 'postgres'] as const)('trigrams on %s', (name) => {
  let database: Database;
  /** As after a start, and as on a database without the index. */
  let quick: EngineWithPolicy;
  let plain: EngineWithPolicy;

  let url: string;

  async function open(...more: (new () => StepMigration)[]): Promise<void> {
    url = name === 'postgres' ? await postgres.createDatabase() : 'sqlite::memory:';
    await reopen(...more);
  }
  async function reopen(...more: (new () => StepMigration)[]): Promise<void> {
    database = await openDatabase(url, [Page], [CreatePage, ...more]);
    await migrate(database);
    quick = engineWith(await findTrigrams(database));
    plain = engineWith(new Set());
  }
  const engineWith = (trigrams: ReadonlySet<string>): EngineWithPolicy =>
    createEngine({
      database,
      modules: [{ entity: Page, access: defineAccess<Page>({}) }],
      roles: () => new Map(),
      searchedFields: () => ['title', 'body'],
      trigrams,
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
  const query = (sql: string): Promise<Record<string, unknown>[]> => database.dataSource.query(sql);
  const idsOf = async (engine: EngineWithPolicy, needle: string, field: 'title' | 'body') => {
    const rows = await engine
      .system(Page)
      .find({ where: (where) => where.contains(field, needle), order: { id: 'asc' } });
    return rows.map(({ id }) => id);
  };
  /** What the index finds, which is what is found without it. */
  async function found(needle: string, field: 'title' | 'body' = 'title'): Promise<number[]> {
    const ids = await idsOf(quick, needle, field);
    expect(ids, JSON.stringify(needle)).toEqual(await idsOf(plain, needle, field));
    return ids;
  }
  const add = async (title: string | null, more: Partial<Page> = {}): Promise<number> =>
    (await quick.system(Page).create({ title, ...more })).id;

  describe('with rows', () => {
    beforeAll(() => open());
    afterAll(() => database.close());
    beforeEach(() => query('DELETE FROM page'));

    it('find the same of any text', async () => {
      const texts = fc.sample(oddText(0, 24), { numRuns: 250, seed: 7 });
      await database.write(async () => {
        for (const text of texts) await add(text, { body: `${text} ${text}` });
      });
      const parts = fc
        .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 3, max: 9 }), fc.nat(2))
        .map(([text, from, length, form]) => {
          const part = [...text].slice(from, from + length).join('');
          return [part, part.toLowerCase(), part.toUpperCase()][form]!;
        });
      const needles = fc.oneof(parts, oddText(1, 5));
      await fc.assert(
        fc.asyncProperty(
          needles,
          fc.constantFrom('title' as const, 'body' as const),
          async (needle, field) => {
            await found(needle, field);
          },
        ),
        { numRuns: 250 },
      );
    }, 60_000);

    it.runIf(name === 'postgres')(
      'look up what few texts have, and find the same',
      async () => {
        const texts = fc.sample(oddText(0, 12), { numRuns: 300, seed: 8 });
        await database.write(async () => {
          for (const [at, text] of texts.entries())
            await add(`Report ${at} of the Year: ${text}`, {
              body: at % 3 ? 'the same text' : `${text}.`,
            });
        });
        await query('ANALYZE page');
        await database.close();
        await reopen();
        const askedFor = (value: string) => {
          const where = { op: 'contains', field: 'title', value } as const;
          const context = { dialect: database.dialect, model: quick.model };
          return compileWhere(where, quick.model('Page'), context).values[0];
        };
        // The statistics are asked for when the first text is looked for.
        expect(await eventually(() => Promise.resolve(askedFor('report 99') === '%t 99%'))).toBe(
          true,
        );
        expect(askedFor('of the Year: 7_%')).toBe('%of the Year: 7\\_\\%%');
        expect(askedFor('report')).toBe('%report%');
        expect(await found('REPORT 99')).toHaveLength(1);
        expect(await found('report 1')).toHaveLength(111);
        const parts = fc
          .tuple(fc.nat(299), fc.nat(30), fc.integer({ min: 3, max: 20 }), fc.boolean())
          .map(([at, from, length, upper]) => {
            const text = [...`Report ${at} of the Year: ${texts[at]}`];
            const part = text.slice(from, from + length).join('');
            return upper ? part.toUpperCase() : part;
          });
        const fields = fc.constantFrom('title' as const, 'body' as const);
        await fc.assert(
          fc.asyncProperty(parts, fields, async (needle, field) => {
            await found(needle, field);
          }),
          { numRuns: 250 },
        );
      },
      60_000,
    );

    it('are kept by all that is written', async () => {
      const first = await add('The quick brown fox');
      const second = await add('A quick reply', { above_id: first });
      const none = await add(null);
      expect(await found('QUICK')).toEqual([first, second]);

      const { update, remove } = quick.system(Page);
      await update(first, { title: 'The slow brown fox' });
      await update(none, { title: 'quicksand' });
      expect(await found('quick')).toEqual([second, none]);
      await update(none, { title: null });
      await update(second, { body: 'nothing of the title' });
      expect(await found('quick')).toEqual([second]);

      await query(`UPDATE page SET title = title || ' and quickly'`);
      expect(await found('and quickly')).toEqual([first, second]);
      const undone = database.write(async () => {
        await add('quickly gone');
        throw new Error('changed my mind');
      });
      await expect(undone).rejects.toThrow('changed my mind');
      expect(await found('quickly')).toEqual([first, second]);

      await remove(first);
      expect(await found('quick')).toEqual([]);
      await query('DELETE FROM page');
      if (name === 'sqlite') {
        await query(
          `CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'trigram_page_title', 'row')`,
        );
        expect(await query('SELECT * FROM temp.words')).toEqual([]);
      }
    });

    it('serve lists, their totals and the search', async () => {
      for (const title of ['one needle', 'two', 'NEEDLES']) await add(title);
      for (const parameters of [{ title__ilike: 'needle' }, { q: 'needle' }, { q: 'ne' }]) {
        const [fast, slow] = await Promise.all(
          [quick, plain].map((engine) => engine.system(Page).list(parameters)),
        );
        expect(fast!.total).toBe(2);
        expect(fast).toEqual(slow);
      }
    });

    it('serve under a condition that turns it around', async () => {
      const rows = [await add('needle'), await add('other'), await add(null)];
      const ids = await Promise.all(
        [quick, plain].map(async (engine) => {
          const options = {
            where: (where) => where.not(where.contains('title', 'needle')),
          } as Parameters<ReturnType<typeof engine.system<Page>>['find']>[0];
          return (await engine.system(Page).find(options)).map(({ id }) => id);
        }),
      );
      expect(ids[0]).toEqual(rows.slice(1));
      expect(ids[1]).toEqual(ids[0]);
    });

    it('are what the plan goes by, for three characters and more', async () => {
      const explain = async (value: string) => {
        const model = quick.model('Page');
        const where = { op: 'contains', field: 'title', value } as const;
        const context = { dialect: database.dialect, model: quick.model };
        const { sql, values } = compileWhere(where, model, context);
        if (name === 'sqlite')
          return (await database.explain(`SELECT id FROM page WHERE ${sql}`)).join();
        const runner = database.dataSource.createQueryRunner();
        await runner.query('SET enable_seqscan = off');
        const plan = await runner.query(`EXPLAIN SELECT id FROM page WHERE ${sql}`, [...values]);
        await runner.query('RESET enable_seqscan');
        await runner.release();
        return JSON.stringify(plan);
      };
      expect(await explain('needle')).toContain('trigram_page_title');
      if (name === 'postgres') expect(await explain('né%')).not.toContain('trigram_page_title');
      expect(await explain('ne')).not.toContain('trigram_page_title');
    });

    it.runIf(name === 'postgres')('are planned for each text, which may be rare', async () => {
      for (const needle of ['needle', 'ne']) await found(needle);
      const kept = await query('SELECT statement FROM pg_prepared_statements');
      const texts = kept.map(({ statement }) => String(statement));
      expect(texts.some((text) => text.includes('strpos'))).toBe(true);
      expect(texts.filter((text) => text.includes('LIKE'))).toEqual([]);
    });

    it('are no triggers that a write would have to heed', async () => {
      expect(await findTriggers(database)).toEqual(new Set());
    });
  });

  describe('in migrations', () => {
    const ids = async (table: string, column: string, needle: string): Promise<unknown[]> => {
      const model = quick.model('Page');
      const title = { ...model.column.get('title')!, column, search: 'index' } as const;
      const moved = { ...model, table, column: new Map([['title', title]]) };
      const where = { op: 'contains', field: 'title', value: needle } as const;
      const { sql, values } = compileWhere(where, moved, {
        dialect: database.dialect,
        model: quick.model,
      });
      const asked = statementOf(`SELECT id FROM "${table}" WHERE ${sql} ORDER BY id`);
      const rows = await database.read((session) => session.rows(asked, values));
      return rows.map(([id]) => Number(id));
    };
    const whole = async () => [...(await findTrigrams(database))].sort();

    /** A database with rows, of which the one more migration is not yet run. */
    async function before(...steps: Step[]): Promise<() => Promise<void>> {
      await open();
      await query(`INSERT INTO page (title) VALUES ('first needle'), (NULL), ('other')`);
      (database.dataSource.migrations as unknown[]).push(new (further(...steps))());
      return async () => void (await migrate(database));
    }

    it.each<[string, Step, string, string, readonly string[]]>([
      [
        'a renamed table',
        renameTable('page', 'sheet'),
        'sheet',
        'title',
        ['trigram_sheet_body', 'trigram_sheet_title'],
      ],
      [
        'a renamed column',
        renameColumn('page', 'title', 'name'),
        'page',
        'name',
        ['trigram_page_body', 'trigram_page_name'],
      ],
      [
        'a changed column',
        changeColumn('page', 'title', { type: 'text' }, { backfill: 'a needle' }),
        'page',
        'title',
        ['trigram_page_body', 'trigram_page_title'],
      ],
      [
        'another changed column',
        changeColumn('page', 'above_id', { type: 'bigint', nullable: true }),
        'page',
        'title',
        ['trigram_page_body', 'trigram_page_title'],
      ],
      [
        'a column more',
        addColumn('page', 'rank', { type: 'integer' }, { backfill: 1 }),
        'page',
        'title',
        ['trigram_page_body', 'trigram_page_title'],
      ],
      ['another column less', dropColumn('page', 'body'), 'page', 'title', ['trigram_page_title']],
    ])('go with %s, there and back', async (_what, step, table, column, names) => {
      const run = await before(step);
      await run();
      expect(await whole()).toEqual(names);
      const [also, value] = step.do === 'addColumn' ? [', rank', ', 1'] : ['', ''];
      await query(`INSERT INTO "${table}" ("${column}"${also}) VALUES ('needles'${value})`);
      const filled = step.do === 'changeColumn' && step.column === 'title' ? [1, 2, 4] : [1, 4];
      expect(await ids(table, column, 'needle')).toEqual(filled);
      await revertLast(database);
      expect(await whole()).toEqual(['trigram_page_body', 'trigram_page_title']);
      await query(`INSERT INTO page (title) VALUES ('Needle')`);
      expect(await ids('page', 'title', 'needle')).toEqual([...filled, 5]);
      await database.close();
    });

    it.each<[string, Step[], readonly string[]]>([
      [
        'an index',
        [{ do: 'dropTrigram', table: 'page', columns: ['title'] }],
        ['trigram_page_body'],
      ],
      ['a column', [dropColumn('page', 'title')], ['trigram_page_body']],
      ['a table', [dropTable('page')], []],
    ])('end with %s, and come back with it', async (what, steps, names) => {
      const run = await before(...steps);
      await run();
      expect(await whole()).toEqual(names);
      if (name === 'sqlite')
        expect(
          await query(`SELECT name FROM sqlite_master WHERE name LIKE 'trigram_page_title%'`),
        ).toEqual([]);
      await revertLast(database);
      expect(await whole()).toEqual(['trigram_page_body', 'trigram_page_title']);
      await query(`INSERT INTO page (title) VALUES ('needles')`);
      const found = await ids('page', 'title', 'needle');
      expect(found).toHaveLength(what === 'an index' ? 2 : 1);
      await database.close();
    });

    it('that lost a part are not gone by', async () => {
      await open();
      await query(
        name === 'sqlite'
          ? 'DROP TRIGGER trigram_page_title_update'
          : 'DROP INDEX trigram_page_title',
      );
      expect(await whole()).toEqual(['trigram_page_body']);
      const { columns } = engineWith(await findTrigrams(database)).model('Page');
      expect(columns.map(({ search }) => search)).toEqual([
        'all-rows',
        'no-index',
        'index',
        'all-rows',
      ]);
      await database.close();
    });
  });
});

it('say who can help where PostgreSQL refuses the extension', async () => {
  const url = new URL(await postgres.createDatabase());
  const owner = await openDatabase(url.href, [], []);
  const { query } = owner.dataSource;
  const run = query.bind(owner.dataSource);
  const user = `guest_${process.pid}`;
  await run(`CREATE ROLE ${user} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${user}`);
  const guest = new URL(url);
  [guest.username, guest.password] = [user, 'x'];
  const refused = await openDatabase(guest.href, [Page], [CreatePage]);
  const failure = await migrate(refused).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    reasons: [
      'CreatePage20260101000000, addTrigram on `page`: permission denied to create extension "pg_trgm"',
      expect.stringContaining('have somebody who may run `CREATE EXTENSION pg_trgm`'),
    ],
  });
  await run('CREATE EXTENSION pg_trgm');
  expect(await migrate(refused)).toHaveLength(1);
  expect(await findTrigrams(refused)).toEqual(new Set(['trigram_page_title', 'trigram_page_body']));
  await refused.close();
  await owner.close();
});

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
    for (const statement of createTrigrams('word', 'text')) handle.exec(statement);
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
  for (const statement of createTrigrams('word', 'text')) handle.exec(statement);
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
        for (const statement of dropTrigrams('word', 'text')) handle.exec(statement);
        for (const statement of createTrigrams('word', 'text')) handle.exec(statement);
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

describe('a file of SQLite', () => {
  const file = `.tmp/trigrams-${process.pid}.db`;
  afterAll(() => {
    for (const end of ['', '-wal', '-shm', '-copy']) rmSync(file + end, { force: true });
  });

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
    await sqliteBackup.backUp(`sqlite:${file}`, `${file}-copy`);
    const copy = new Sqlite(`${file}-copy`);
    const sql = 'SELECT rowid FROM trigram_page_title WHERE trigram_page_title MATCH ?';
    copy.exec(`INSERT INTO page (title) VALUES ('İzmir again')`);
    expect(copy.prepare(sql).pluck().all(trigramQuery('İZMIR'))).toEqual([1, 3]);
    copy.close();
  });

  it('has no reads of unknown length on the event loop', async () => {
    const database = await openDatabase(`sqlite:${file}`, [Page], [CreatePage]);
    const handle = new Sqlite(file);
    const sql = `SELECT count(*) FROM page WHERE id IN (SELECT rowid FROM trigram_page_title WHERE trigram_page_title MATCH ?1)`;
    const connection = new Connection(handle);
    const isQuick = () => new QuickReads((read) => read(connection)).isQuick(sql, ['"abc"']);
    expect(isQuick()).toBe(true);
    handle.exec('INSERT INTO page (id) VALUES (1000000)');
    expect(isQuick()).toBe(false);
    handle.close();
    await database.close();
  });
});
