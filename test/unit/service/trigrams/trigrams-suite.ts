import fc from 'fast-check';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trigrams } from '../../../../templates/features/trigrams/engine/trigrams/trigrams-feature.js';
import {
  createEngine,
  type EngineWithPolicy,
} from '../../../../templates/service/engine/records/create-engine.js';
import { compileWhere } from '../../../../templates/service/engine/records/conditions/compile-where.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { statementOf } from '../../../../templates/service/engine/database/dialect.js';
import {
  findTriggers,
  findTrigrams,
} from '../../../../templates/service/engine/database/find-drift.js';
import { migrate, revertLast } from '../../../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
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
} from '../../../../templates/service/engine/database/steps/step.js';
import type { Step } from '../../../../templates/service/engine/database/steps/schema.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import { Field } from '../../../../templates/service/engine/model/field.js';
import { and, type Where } from '../../../../templates/service/engine/model/where.js';
import { reachOf } from '../../../../templates/service/engine/records/reading/reach.js';

@Entity('page')
export class Page {
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

export class CreatePage extends StepMigration {
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

/** A model whose key is a text that the client gives. */
@Entity('plant')
class Plant {
  @PrimaryColumn('varchar', { length: 9 })
  code!: string;

  @Field({ search: 'trigram' })
  @Column('text')
  name!: string;
}

class CreatePlant extends StepMigration {
  readonly name = 'CreatePlant20260101000000';
  readonly steps = [
    createTable(
      'plant',
      { code: { type: 'string', length: 9 }, name: { type: 'text' } },
      { primaryKey: ['code'] },
    ),
    addTrigram('plant', ['name']),
  ];
}

const further = (...steps: Step[]) =>
  class extends StepMigration {
    readonly name = 'Further20260101000001';
    readonly steps = steps;
  };

/** Letters that databases fold each in their own way, and what means something in patterns and queries. */
const ODD = [
  ...'aAbBiIkKsSzZéÉßẞıİſΣσςΆάЖжÅåǅǆꭰᎠᲐაꙊꙋ𐐀𐐨ﬁ日本0_%\\"\'*^()-: ',
  ...['i̇', 'é', '\u0307', '👍🏽', '\u200d', 'ab', 'IK', 'ss', '\u212a', '\u212b', '\u2126', '\ufffd'],
];
export const oddText = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(...ODD), { minLength: least, maxLength: most })
    .map((parts) => parts.join(''));

/** Opens a database as a service does that has the feature. */
export const openSearched = async (...given: Parameters<typeof openDatabase>): Promise<Database> =>
  trigrams.database!(await openDatabase(...given), null as never, {});

/** Indexes of trigrams, and what is found by them; a new database is empty. */
export const describeTrigrams = (
  name: 'sqlite' | 'postgres',
  newDatabase: () => Promise<string>,
) => {
  let database: Database;
  /** As after a start, and as on a database without the index. */
  let quick: EngineWithPolicy;
  let plain: EngineWithPolicy;

  let url: string;

  async function open(...more: (new () => StepMigration)[]): Promise<void> {
    url = await newDatabase();
    await reopen(...more);
  }
  async function reopen(...more: (new () => StepMigration)[]): Promise<void> {
    database = await openSearched(url, [Page], [CreatePage, ...more]);
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
        await expect.poll(() => askedFor('report 99'), { timeout: 5000 }).toBe('%t 99%');
        expect(askedFor('of the Year: 7_%')).toBe('%of the Year: 7\\_\\%%');
        expect(askedFor('report')).toBe('%report%');
        const words = ['report', 'Year', '99', '123'];
        const { indexedWords } = database.dialect.trigrams!;
        const place = {
          table: 'page',
          key: { column: 'id', type: 'integer' },
          column: 'title',
        } as const;
        expect(indexedWords(words, [place])).toEqual(['123']);
        expect(indexedWords(['report', 'year'], [place])).toEqual(['report', 'year']);
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

    it('serve words of which each is in one of the fields', async () => {
      await add('Boyer', { body: 'Neil, called the second' });
      await add('Boyer', { body: 'Nina' });
      await add('Neil Boyer');
      for (const q of ['Neil Boyer', 'boyer, NEIL', 'oye eil', 'ye Neil', 'il ye']) {
        const [fast, slow] = await Promise.all(
          [quick, plain].map((engine) => engine.system(Page).list({ q })),
        );
        expect(fast, q).toEqual(slow);
        expect(fast!.text, q).toContain('"Neil, called the second"');
        expect(fast!.total, q).toBe(2);
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
      const explain = async (...words: string[]) => {
        const model = quick.model('Page');
        const where = { op: 'words', fields: ['title', 'body'], words } as const;
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
      for (const words of [['needle'], ['report', 'needle'], ['of', 'needle'], ['needle', 'x']]) {
        const plan = await explain(...words);
        expect(plan, words.join()).toContain('trigram_page_title');
        expect(plan, words.join()).toContain('trigram_page_body');
        // Nothing reads the table from end to end.
        expect(plan, words.join()).not.toMatch(/SCAN page|Seq Scan/);
      }
      if (name === 'postgres') expect(await explain('né%')).not.toContain('trigram_page_title');
      expect(await explain('ne')).not.toContain('trigram_page_title');
    });

    it.runIf(name === 'sqlite')('look up the word with the rarest letters', () => {
      const { indexedWords } = database.dialect.trigrams!;
      expect(indexedWords(['task', 'nowhere'], [])).toEqual(['nowhere']);
      expect(indexedWords(['report', '123', 'x'], [])).toEqual(['123']);
      expect(indexedWords(['日本語の', 'ab'], [])).toEqual(['日本語の']);
    });

    it('may return any row, so that a search for them is as long as a scan', () => {
      const model = quick.model('Page');
      const context = { dialect: database.dialect, model: quick.model };
      const reach = (needle: string) => {
        const contains: Where = { op: 'contains', field: 'title', value: needle };
        const where = and({ op: 'eq', field: 'id', value: 7 }, contains);
        return reachOf({ condition: compileWhere(where, model, context) }, model);
      };
      expect(reach('needle')).toEqual({ tables: ['page'], upTo: 20_000 });
      // No index is asked for so few letters: the one row is looked at.
      expect(reach('ne')).toBe('few');
    });

    it.runIf(name === 'postgres')('are planned for each text, which may be rare', async () => {
      // Often enough for a statement by key to be kept, which is planned once.
      for (let time = 0; time < 10; time++)
        for (const needle of ['needle', 'ne']) await found(needle);
      const kept = `SELECT statement FROM pg_prepared_statements WHERE statement NOT LIKE 'INSERT%'`;
      expect(await query(kept)).toEqual([]);
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

    it('are made and kept without the feature, too, which alone looks rows up by them', async () => {
      url = await newDatabase();
      database = await openDatabase(url, [Page], [CreatePage]);
      await migrate(database);
      expect(await findTrigrams(database)).toEqual(new Set());
      const bare = engineWith(new Set()).system(Page);
      await bare.create({ title: 'a needle' });
      await bare.create({ title: 'other' });
      const where = { title__ilike: 'NEEDLE', q: 'needle' };
      expect((await bare.list(where)).total).toBe(1);
      const searched = await trigrams.database!(database, null as never, {});
      expect(await findTrigrams(searched)).toEqual(
        new Set(['trigram_page_title', 'trigram_page_body']),
      );
      quick = engineWith(await findTrigrams(searched));
      expect(await ids('page', 'title', 'needle')).toEqual([1]);
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

  it('find rows whose keys are texts, also after a rename and VACUUM', async () => {
    url = await newDatabase();
    const steps = [
      renameColumn('plant', 'code', 'sign'),
      renameColumn('plant', 'name', 'latin'),
      renameTable('plant', 'flower'),
      renameTable('flower', 'plant'),
      renameColumn('plant', 'latin', 'name'),
      renameColumn('plant', 'sign', 'code'),
      changeColumn('plant', 'name', { type: 'text' }),
    ];
    database = await openSearched(url, [Plant], [CreatePlant, further(...steps)]);
    await migrate(database);
    const { system } = createEngine({
      database,
      modules: [{ entity: Plant, access: defineAccess<Plant>({}) }],
      roles: () => new Map(),
      searchedFields: () => ['name'],
      trigrams: await findTrigrams(database),
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    const plants = system(Plant);
    for (const [code, name] of [
      ['R', 'rosa canina'],
      ['B', 'rosa blanda'],
      ["o'", 'quercus'],
    ] as const)
      await plants.create({ code, name });
    const found = async (text: string) =>
      (await plants.find({ where: (where) => where.contains('name', text) })).map(
        ({ code }) => code,
      );
    expect(await found('ROSA')).toEqual(['B', 'R']);
    await query(`DELETE FROM plant WHERE code = 'R'`);
    await query('VACUUM');
    await plants.update("o'", { name: 'rosa alba' });
    expect(await found('rosa')).toEqual(['B', "o'"]);
    expect(await found('quercus')).toEqual([]);
    await database.close();
  });
};
