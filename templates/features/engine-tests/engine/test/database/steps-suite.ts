import type { DataSource, MigrationInterface } from 'typeorm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../database/database.js';
import { migrate, pendingMigrations, revertLast } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StartRefused } from '../../settings/settings.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { NOW } from '../../database/column-types.js';
import {
  addCheck,
  addColumn,
  addForeignKey,
  addIndex,
  addSqlIndex,
  addUnique,
  changeColumn,
  createTable,
  dropCheck,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropSqlIndex,
  dropTable,
  dropUnique,
  renameColumn,
  renameTable,
  sql,
} from '../../database/steps/step.js';
import type { Step } from '../../database/steps/schema.js';

type MigrationClass = new () => MigrationInterface;
export type Row = Record<string, unknown>;

/** A migration of these steps; `number` orders it. */
export const migration = (number: number, ...steps: Step[]): MigrationClass =>
  class extends StepMigration {
    readonly name = `Test${String(20_260_000_000_000 + number)}`;
    readonly steps = steps;
  };

const both = (text: string) => ({ sqlite: text, postgres: text });

export const create = migration(
  1,
  createTable('ward', { id: { type: 'id' }, name: { type: 'string', length: 20 } }),
  createTable('bed', {
    id: { type: 'id' },
    label: { type: 'string', length: 20 },
    state: { type: 'string', nullable: true, default: "it's free" },
    hours: { type: 'string', nullable: true },
    ready: { type: 'boolean', default: true },
    ward_id: { type: 'integer', nullable: true },
    next_id: { type: 'integer', nullable: true },
    made_at: { type: 'datetime', default: NOW },
  }),
  addIndex('bed', ['ward_id']),
  addIndex('bed', ['ward_id', 'label']),
  addUnique('bed', ['label']),
  addForeignKey('bed', 'ward_id', { table: 'ward', onDelete: 'cascade' }),
  addForeignKey('bed', 'next_id', { table: 'bed', onDelete: 'set null' }),
);

export const ROWS = [
  `INSERT INTO ward (name) VALUES ('north'), ('south'), ('gone')`,
  `DELETE FROM ward WHERE name = 'gone'`,
  `INSERT INTO bed (label, hours, ward_id) VALUES ('a', '8', 1), ('b', NULL, 1), ('c', '12', 2), ('gone', '1', 2)`,
  `UPDATE bed SET next_id = 1 WHERE label = 'b'`,
  `DELETE FROM bed WHERE label = 'gone'`,
];

/** What steps make of a table with rows; a new database is empty. */
export const describeSteps = (name: 'sqlite' | 'postgres', newDatabase: () => Promise<string>) => {
  const opened: Database[] = [];
  let url: string;
  let database: Database;
  let source: DataSource;

  /** The database again, of a project with more migrations. */
  async function withMigrations(...classes: MigrationClass[]): Promise<void> {
    if (name === 'postgres') {
      database = await openDatabase(url, [], [create, ...classes]);
      opened.push(database);
    } else {
      const known = database.dataSource.migrations as MigrationInterface[];
      const instances = classes.map((Migration) => new Migration());
      known.push(...instances.filter((one) => known.every((other) => other.name !== one.name)));
    }
    source = database.dataSource;
  }
  const query = async (text: string): Promise<Row[]> => (await source.query(text)) as Row[];
  const beds = (columns = 'label, ward_id, next_id'): Promise<Row[]> =>
    query(`SELECT ${columns} FROM bed ORDER BY id`);

  beforeEach(async () => {
    url = await newDatabase();
    database = await openDatabase(url, [], [create]);
    opened.push(database);
    source = database.dataSource;
    await migrate(database);
    for (const row of ROWS) await query(row);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** Applies steps, looks, takes them back, and expects the rows of before. */
  async function thereAndBack(steps: Step[], look: () => Promise<void>): Promise<void> {
    const before = await beds();
    await withMigrations(migration(2, ...steps));
    expect(await migrate(database)).toHaveLength(1);
    await look();
    expect(await revertLast(database)).toBe('Test20260000000002');
    expect(await beds()).toEqual(before);
    expect(await pendingMigrations(database)).toEqual(['Test20260000000002']);
  }

  const rejects = (text: string): Promise<void> => expect(query(text)).rejects.toThrow();

  it('fills defaults in', async () => {
    const [bed] = await beds(`state, ready, made_at`);
    expect(bed).toMatchObject({ state: "it's free" });
    expect(Boolean(bed!.ready)).toBe(true);
  });

  it('adds columns: optional, with a default, with a backfill, required', () =>
    thereAndBack(
      [
        addColumn('bed', 'note', { type: 'text', nullable: true }),
        addColumn('bed', 'floor', { type: 'integer', default: 3 }),
        addColumn('bed', 'kind', { type: 'string' }, { backfill: 'plain' }),
        addColumn('bed', 'seen_at', { type: 'datetime', default: NOW }),
        addColumn(
          'bed',
          'price',
          { type: 'decimal', precision: 8, scale: 2, nullable: true },
          { backfill: 1.5 },
        ),
        addColumn('bed', 'owner_id', { type: 'integer', nullable: true }),
        addForeignKey('bed', 'owner_id', { table: 'ward', onDelete: 'restrict' }),
      ],
      async () => {
        const [bed] = await beds('note, floor, kind, price, seen_at');
        expect({ ...bed, price: Number(bed!.price) }).toMatchObject({
          note: null,
          floor: 3,
          kind: 'plain',
          price: 1.5,
        });
        expect(bed!.seen_at).not.toBeNull();
        await rejects(`INSERT INTO bed (label) VALUES ('without kind')`);
        await rejects(`UPDATE bed SET owner_id = 99`);
      },
    ));

  it('refuses a required column that has nothing for its rows, and leaves all as it was', async () => {
    const before = await beds('*');
    await withMigrations(
      migration(
        2,
        addColumn('bed', 'note', { type: 'text', nullable: true }),
        addColumn('bed', 'kind', { type: 'string' }),
      ),
    );
    await expect(migrate(database)).rejects.toThrow();
    expect(await beds('*')).toEqual(before);
    expect(await pendingMigrations(database)).toHaveLength(1);
  });

  it('keeps the values of a column that is called like what every object has', () =>
    thereAndBack(
      [
        addColumn('bed', 'constructor', { type: 'string', length: 9, default: 'oak' }),
        changeColumn('bed', 'hours', { type: 'integer', nullable: true }),
        renameColumn('bed', 'constructor', 'toString'),
      ],
      async () => expect(await beds('"toString"')).toEqual(Array(3).fill({ toString: 'oak' })),
    ));

  it('adds generated columns, makes them anew, and brings them back', () =>
    thereAndBack(
      [
        addColumn('bed', 'title', {
          type: 'string',
          length: 60,
          expression: `label || '/' || state`,
        }),
        addIndex('bed', ['title']),
        addColumn('bed', 'loud', { type: 'text', expression: { [name]: 'upper(label)' } }),
        addColumn('bed', 'quiet', {
          type: 'text',
          expression: { [name === 'sqlite' ? 'postgres' : 'sqlite']: 'no_function(label)' },
        }),
        dropColumn('bed', 'title'),
        addColumn('bed', 'title', { type: 'text', nullable: true, expression: `label || hours` }),
        renameColumn('bed', 'hours', 'time'),
      ],
      async () => {
        expect(await beds('title, loud, quiet')).toEqual([
          { title: 'a8', loud: 'A', quiet: null },
          { title: null, loud: 'B', quiet: null },
          { title: 'c12', loud: 'C', quiet: null },
        ]);
        await rejects(`UPDATE bed SET title = 'x'`);
      },
    ));

  it('adds and changes columns whose defaults the database makes, and brings them back', () =>
    thereAndBack(
      [
        addColumn('bed', 'mark', { type: 'string', length: 20, defaultSql: `'m' || 1` }),
        addColumn('bed', 'place', { type: 'text', nullable: true, default: 'north' }),
        changeColumn('bed', 'place', { type: 'text', defaultSql: { [name]: 'abs(-7)' } }),
        changeColumn('bed', 'hours', { type: 'string', defaultSql: `'9'` }),
        addColumn('bed', 'count', { type: 'integer', generated: true }),
      ],
      async () => {
        const beds3 = await beds('mark, place, hours');
        expect(beds3[0]).toEqual({ mark: 'm1', place: 'north', hours: '8' });
        expect(beds3[1]).toMatchObject({ hours: '9' });
        await source.query(`INSERT INTO bed (label) VALUES ('d')`);
        expect((await beds('mark, place, hours')).at(-1)).toEqual({
          mark: 'm1',
          place: '7',
          hours: '9',
        });
        await source.query(`DELETE FROM bed WHERE label = 'd'`);
      },
    ));

  it('adds indexes and checks that are SQL, and takes them back', () =>
    thereAndBack(
      [
        addSqlIndex('bed', 'bed_loud', 'UNIQUE (lower(label)) WHERE hours IS NOT NULL'),
        addSqlIndex('bed', 'bed_own', { [name]: '(hours, label DESC)' }),
        addSqlIndex('bed', 'bed_other', { [name === 'sqlite' ? 'postgres' : 'sqlite']: '(none)' }),
        addCheck('bed', 'bed_label', `label <> 'x'`),
        addCheck('bed', 'bed_hours', `hours <> 'w'`),
        addCheck('bed', 'bed_hours', `hours <> 'y'`),
        dropCheck('bed', 'bed_hours', `hours <> 'y'`),
        dropSqlIndex('bed', 'bed_own', { [name]: '(hours, label DESC)' }),
      ],
      async () => {
        await rejects(`INSERT INTO bed (label) VALUES ('x')`);
        await rejects(`INSERT INTO bed (label, hours) VALUES ('A', '1')`);
        await source.query(`INSERT INTO bed (label, hours) VALUES ('z', 'y')`);
        await source.query(`DELETE FROM bed WHERE label = 'z'`);
      },
    ));

  it('drops a column with its index and its key, and brings its shape back', () =>
    thereAndBack([dropColumn('bed', 'state')], () => rejects('SELECT state FROM bed')));

  it('drops a column that is a foreign key', async () => {
    await withMigrations(migration(2, dropColumn('bed', 'ward_id')));
    await migrate(database);
    await rejects('SELECT ward_id FROM bed');
    expect(await beds('label, next_id')).toHaveLength(3);
    await revertLast(database);
    await rejects('UPDATE bed SET ward_id = 99');
    expect(await beds()).toHaveLength(3);
  });

  it('renames columns and tables with their indexes and keys', () =>
    thereAndBack(
      [
        renameColumn('bed', 'ward_id', 'hall_id'),
        renameTable('bed', 'place'),
        renameTable('ward', 'hall'),
        dropIndex('place', ['hall_id']),
        addIndex('place', ['hall_id']),
        dropUnique('place', ['label']),
        addUnique('place', ['label']),
        dropForeignKey('place', 'hall_id', { table: 'hall', onDelete: 'cascade' }),
        addForeignKey('place', 'hall_id', { table: 'hall', onDelete: 'restrict' }),
      ],
      async () => {
        expect(await query('SELECT label, hall_id FROM place ORDER BY id')).toHaveLength(3);
        await rejects('DELETE FROM hall WHERE id = 1');
        await rejects(`INSERT INTO place (label) VALUES ('a')`);
        await query('UPDATE place SET next_id = id');
        await query('UPDATE place SET next_id = NULL WHERE id <> 2');
        await query('UPDATE place SET next_id = 1 WHERE id = 2');
      },
    ));

  it('changes types by what the values mean', () =>
    thereAndBack(
      [
        changeColumn('bed', 'hours', { type: 'integer', nullable: true }),
        changeColumn('bed', 'ready', { type: 'string', nullable: true }),
        changeColumn('bed', 'made_at', { type: 'date', nullable: true }),
      ],
      async () => {
        expect(await beds('hours, ready')).toEqual([
          { hours: 8, ready: 'true' },
          { hours: null, ready: 'true' },
          { hours: 12, ready: 'true' },
        ]);
        const [bed] = await beds('made_at');
        expect(bed!.made_at).toMatch(/^\d{4}-\d\d-\d\d$/);
      },
    ));

  it('changes texts to colours in their one form', async () => {
    await query(`UPDATE bed SET hours = CASE id WHEN 1 THEN '#aBc' ELSE '#1E88E5' END`);
    await thereAndBack(
      [changeColumn('bed', 'hours', { type: 'color', nullable: true })],
      async () => {
        const [first, second] = await beds('hours');
        expect([first, second]).toEqual([{ hours: '#aabbcc' }, { hours: '#1e88e5' }]);
      },
    );
  });

  it.each(['red', '#12345', '12345', '1234567'])('refuses `%s` as a colour', async (text) => {
    await query(`UPDATE bed SET hours = '${text}' WHERE id = 1`);
    await withMigrations(
      migration(2, changeColumn('bed', 'hours', { type: 'color', nullable: true })),
    );
    const { reasons } = (await migrate(database).catch((error: unknown) => error)) as StartRefused;
    expect(reasons?.[1]).toContain('rows whose hours does not fit the type color: ');
  });

  it.each([
    ['hours', ['#aBc', '#AABBCC'], 'color', ['hours']],
    ['hours', ['7', '07'], 'integer', ['hours']],
    ['hours', ['2026-01-31', '2026-01-31T08:00:00Z'], 'date', ['state', 'hours']],
  ] as const)(
    'says which values of %s become one, though no two of %j may be alike as %s',
    async (column, [first, second], type, unique) => {
      await query(`UPDATE bed SET ${column} = '${first}' WHERE id = 1`);
      await query(`UPDATE bed SET ${column} = '${second}' WHERE id = 3`);
      const before = await beds('*');
      const steps = [
        addUnique('bed', unique),
        changeColumn('bed', column, { type, nullable: true }),
      ];
      await withMigrations(migration(2, ...steps));
      const { reasons } = (await migrate(database).catch(
        (error: unknown) => error,
      )) as StartRefused;
      expect(reasons[1]).toBe(
        `${column} as ${type}: 1 value occurs in more than one row, such as the rows with the ids 1 and 3`,
      );
      expect(reasons[2]).toContain('Nothing was changed');
      expect(reasons.slice(1).join()).not.toContain(first);
      expect(await beds('*')).toEqual(before);
    },
  );

  it('refuses a type that a value does not fit, and changes nothing', async () => {
    await query(`UPDATE bed SET hours = 'eight' WHERE id = 1`);
    const before = await beds('*');
    await withMigrations(
      migration(2, changeColumn('bed', 'hours', { type: 'integer', nullable: true })),
    );
    const { reasons } = (await migrate(database).catch((error: unknown) => error)) as StartRefused;
    expect(reasons[1]).toBe(
      'rows whose hours does not fit the type integer: 1, such as the row with the id 1',
    );
    expect(reasons.join()).not.toContain('eight');
    expect(await beds('*')).toEqual(before);
  });

  it.each([
    [
      addUnique('bed', ['hours']),
      /1 value occurs in more than one row, such as the rows with the ids 1 and [2-9]/,
    ],
    [
      changeColumn('bed', 'ward_id', { type: 'integer' }),
      /rows without a ward_id: [2-9]; give them a value with \{ backfill: \.\.\. \}/,
    ],
  ])('says how many rows a change does not allow, and which', async (step, said) => {
    await query(`UPDATE bed SET hours = '8', ward_id = NULL`);
    const before = await beds('*');
    await withMigrations(migration(2, step));
    const failure = await migrate(database).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartRefused);
    const { reasons } = failure as StartRefused;
    expect(reasons[0]).toMatch(/^Test20260000000002, \w+ on `bed`: /);
    expect(reasons[1]).toMatch(said);
    expect(reasons[2]).toContain('Nothing was changed');
    expect(await beds('*')).toEqual(before);
  });

  it('refuses to change a column that somebody has taken away', async () => {
    await query('ALTER TABLE bed DROP COLUMN made_at');
    const before = await beds('*');
    await withMigrations(
      migration(2, changeColumn('bed', 'made_at', { type: 'date', nullable: true })),
    );
    const failure = await migrate(database).catch((error: unknown) => error);
    expect(String((failure as StartRefused).reasons ?? failure)).toContain('made_at');
    expect(await beds('*')).toEqual(before);
  });

  it.runIf(name === 'postgres')('takes an index that was built beforehand', async () => {
    await query('CREATE INDEX CONCURRENTLY idx_bed_label ON bed (label NULLS FIRST)');
    await withMigrations(migration(2, addIndex('bed', ['label'])));
    expect(await migrate(database)).toHaveLength(1);
  });

  it('makes columns required and optional', () =>
    thereAndBack(
      [
        changeColumn('bed', 'hours', { type: 'string' }, { backfill: '0' }),
        changeColumn('bed', 'label', { type: 'string', length: 30, nullable: true, default: 'x' }),
      ],
      async () => {
        expect((await beds('hours')).map(({ hours }) => hours)).toEqual(['8', '0', '12']);
        await rejects('UPDATE bed SET hours = NULL');
        await query(`INSERT INTO bed (hours) VALUES ('1')`);
        expect(await query('SELECT label FROM bed WHERE id > 3')).toEqual([{ label: 'x' }]);
        await query('DELETE FROM bed WHERE id > 4');
        await query(`UPDATE bed SET hours = NULL WHERE 1 = 0`);
        await query(`DELETE FROM bed WHERE label = 'x'`);
      },
    ));

  it('drops and brings back indexes, uniques, keys and tables', () =>
    thereAndBack(
      [
        dropUnique('bed', ['label']),
        dropIndex('bed', ['ward_id', 'label']),
        dropForeignKey('bed', 'next_id', { table: 'bed', onDelete: 'set null' }),
        createTable('extra', { id: { type: 'id' } }),
        dropTable('extra'),
        sql(both('CREATE TABLE own (n integer)'), both('DROP TABLE own')),
      ],
      async () => {
        await query(`INSERT INTO bed (label, next_id) VALUES ('a', 77)`);
        await query(`DELETE FROM bed WHERE next_id = 77`);
        expect(await query('SELECT * FROM own')).toEqual([]);
      },
    ));

  it('says that SQL without a way back cannot be reverted', async () => {
    await withMigrations(migration(2, sql(both('CREATE TABLE own (n integer)'))));
    await migrate(database);
    await expect(revertLast(database)).rejects.toThrow(/SQL without `down`/);
  });

  /** Tables whose keys have other types and names, with references to them. */
  const KEYED = [
    createTable(
      'country',
      { code: { type: 'string', length: 2 }, name: { type: 'string', nullable: true } },
      { primaryKey: ['code'] },
    ),
    createTable('film', { film_id: { type: 'id' } }, { primaryKey: ['film_id'] }),
    createTable('ticket', {
      id: { type: 'uuid' },
      country_code: { type: 'string', length: 2, nullable: true },
      parent_id: { type: 'uuid', nullable: true },
    }),
    createTable('event', {
      id: { type: 'bigint', generated: true },
      ticket_id: { type: 'uuid' },
      film_id: { type: 'integer', nullable: true },
    }),
    createTable(
      'page',
      { number: { type: 'integer' }, event_id: { type: 'bigint', nullable: true } },
      { primaryKey: ['number'] },
    ),
    addIndex('ticket', ['country_code', 'id']),
    addForeignKey('ticket', 'country_code', {
      ...{ table: 'country', references: 'code', onDelete: 'restrict' },
    }),
    addForeignKey('ticket', 'parent_id', { table: 'ticket', onDelete: 'set null' }),
    addForeignKey('event', 'ticket_id', { table: 'ticket', onDelete: 'cascade' }),
    addForeignKey('event', 'film_id', {
      ...{ table: 'film', references: 'film_id', onDelete: 'cascade' },
    }),
    addForeignKey('page', 'event_id', { table: 'event', onDelete: 'cascade' }),
  ];
  const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
  const KEYED_ROWS = [
    `INSERT INTO country (code, name) VALUES ('DE', 'Germany'), ('ÅX', NULL)`,
    `INSERT INTO film DEFAULT VALUES`,
    `INSERT INTO ticket (id, country_code, parent_id) VALUES ('${ID}', 'DE', '${ID}')`,
    `INSERT INTO event (ticket_id, film_id) VALUES ('${ID}', 1), ('${ID}', NULL)`,
    `INSERT INTO page (number, event_id) VALUES (7, 2)`,
  ];

  it('makes tables with keys of any type and name, and takes them back', () =>
    thereAndBack(KEYED, async () => {
      for (const row of KEYED_ROWS) await query(row);
      await rejects(`INSERT INTO country (code) VALUES ('DE')`);
      await rejects(`INSERT INTO country (name) VALUES ('without a code')`);
      await rejects(`INSERT INTO ticket (country_code) VALUES ('DE')`);
      await rejects(`INSERT INTO page (number) VALUES (7)`);
      await rejects(`UPDATE ticket SET country_code = 'XX'`);
      await rejects(`UPDATE event SET film_id = 8`);
      await rejects(`DELETE FROM country WHERE code = 'DE'`);
      expect(await query('SELECT 1 AS one FROM event WHERE id IN (1, 2)')).toHaveLength(2);
      await query(`DELETE FROM ticket`);
      expect(await query('SELECT number FROM page')).toEqual([]);
      for (const table of ['ticket', 'country', 'film']) await query(`DELETE FROM ${table}`);
    }));

  /** A table with a key of several columns, of which one is a reference. */
  const STAYS = [
    createTable(
      'stay',
      {
        ward_id: { type: 'integer' },
        place: { type: 'string', length: 4 },
        day: { type: 'date' },
        note: { type: 'string', nullable: true },
      },
      { primaryKey: ['ward_id', 'place', 'day'] },
    ),
    addForeignKey('stay', 'ward_id', { table: 'ward', onDelete: 'cascade' }),
  ];
  const stay = (ward: number, place: string, note: string): Promise<Row[]> =>
    query(
      `INSERT INTO stay (ward_id, place, day, note) VALUES (${ward}, '${place}', '2026-01-31', '${note}')`,
    );

  it('makes tables with keys of several columns, and takes them back', () =>
    thereAndBack(STAYS, async () => {
      await stay(1, 'a', 'x');
      await stay(1, 'b', 'x');
      await stay(2, 'a', 'x');
      await rejects(`INSERT INTO stay VALUES (1, 'a', '2026-01-31', 'again')`);
      await rejects(`INSERT INTO stay (ward_id, day) VALUES (1, '2026-02-01')`);
      await rejects(`UPDATE stay SET ward_id = 77`);
      await query('DELETE FROM ward WHERE id = 2');
      expect(await query('SELECT place FROM stay ORDER BY place')).toHaveLength(2);
      await query(`INSERT INTO ward (id, name) VALUES (2, 'south')`);
      await query(`INSERT INTO bed (id, label, hours, ward_id) VALUES (3, 'c', '12', 2)`);
    }));

  it('changes and renames columns of such keys, which stay keys', async () => {
    await withMigrations(migration(2, ...STAYS));
    await migrate(database);
    await stay(1, 'a', 'x');
    await withMigrations(
      migration(2, ...STAYS),
      migration(
        3,
        renameColumn('stay', 'place', 'spot'),
        changeColumn('stay', 'spot', { type: 'string', length: 9 }),
        changeColumn('stay', 'note', { type: 'string', nullable: true, length: 9 }),
        dropForeignKey('stay', 'ward_id', { table: 'ward', onDelete: 'cascade' }),
        addForeignKey('stay', 'ward_id', { table: 'ward', onDelete: 'restrict' }),
        renameTable('stay', 'visit'),
      ),
    );
    await migrate(database);
    await query(`INSERT INTO visit (ward_id, spot, day) VALUES (1, 'a longer', '2026-01-31')`);
    await rejects(`INSERT INTO visit (ward_id, spot, day) VALUES (1, 'a', '2026-01-31')`);
    await rejects('DELETE FROM ward WHERE id = 1');
    await query(`DELETE FROM visit WHERE spot <> 'a'`);
    await revertLast(database);
    await rejects(`INSERT INTO stay (ward_id, place, day) VALUES (1, 'a', '2026-01-31')`);
  });

  const WHOLE = ['ward_id', 'place', 'day'];
  const OF_STAY = ['ward_id', 'stay_place', 'stay_day'];
  const TO_STAY = { table: 'stay', references: WHOLE, onDelete: 'restrict' } as const;
  /** Columns that refer to such a key together; the first one refers to a ward by itself, too. */
  const REFERRING = [
    ...STAYS,
    addColumn('bed', 'stay_place', { type: 'string', length: 4, nullable: true }),
    addColumn('bed', 'stay_day', { type: 'date', nullable: true }),
  ];

  it('refers to keys of several columns, through changes of both tables', () =>
    thereAndBack(
      [
        ...REFERRING,
        addForeignKey('bed', OF_STAY, TO_STAY),
        renameColumn('stay', 'place', 'spot'),
        changeColumn('stay', 'spot', { type: 'string', length: 9 }),
        renameColumn('bed', 'stay_place', 'stay_spot'),
        changeColumn('bed', 'stay_spot', { type: 'string', length: 9, nullable: true }),
        renameTable('stay', 'visit'),
      ],
      async () => {
        await query(`INSERT INTO visit (ward_id, spot, day) VALUES (1, 'a', '2026-01-31')`);
        await query(`UPDATE bed SET stay_spot = 'a', stay_day = '2026-01-31' WHERE label = 'a'`);
        await rejects(`UPDATE bed SET stay_spot = 'b' WHERE label = 'a'`);
        await rejects(`UPDATE bed SET ward_id = 2 WHERE label = 'a'`);
        await rejects('DELETE FROM visit');
        // A reference with an empty column leads nowhere.
        await query(`UPDATE bed SET stay_day = NULL, stay_spot = 'z' WHERE label = 'a'`);
        await query('DELETE FROM visit');
      },
    ));

  it('drops such a reference, by itself and with one of its columns', () =>
    thereAndBack(
      [
        ...REFERRING,
        addForeignKey('bed', OF_STAY, TO_STAY),
        dropForeignKey('bed', OF_STAY, TO_STAY),
        addForeignKey('bed', OF_STAY, TO_STAY),
        dropColumn('bed', 'stay_day'),
      ],
      async () => {
        await query(`UPDATE bed SET stay_place = 'none'`);
        await rejects(`UPDATE bed SET ward_id = 77`);
      },
    ));

  it('says which rows such a reference does not allow', async () => {
    await withMigrations(migration(2, ...REFERRING));
    await migrate(database);
    await query(`UPDATE bed SET stay_place = 'z', stay_day = '2026-01-31' WHERE label = 'a'`);
    await withMigrations(
      migration(2, ...REFERRING),
      migration(3, addForeignKey('bed', OF_STAY, TO_STAY)),
    );
    const { reasons } = (await migrate(database).catch((error: unknown) => error)) as StartRefused;
    // SQLite looks at the keys of all rows at the end, and tells the tables alone.
    expect(reasons.join('\n')).toContain(
      name === 'sqlite'
        ? 'rows of `bed` would point to rows of `stay` that do not exist'
        : 'rows whose ward_id, stay_place, stay_day point to no row of stay: 1, such as 1,z,2026-01-31',
    );
  });

  it('names the rows of such keys that a change does not allow', async () => {
    await withMigrations(migration(2, ...STAYS));
    await migrate(database);
    await stay(1, 'a', 'x');
    await stay(1, 'b', 'x');
    await withMigrations(migration(2, ...STAYS), migration(3, addUnique('stay', ['note'])));
    const { reasons } = (await migrate(database).catch((error: unknown) => error)) as StartRefused;
    expect(reasons[1]).toMatch(/ids 1,a,2026-01-31.* and 1,b,2026-01-31/);
  });

  it('never uses the number of a counted key twice', async () => {
    await withMigrations(
      migration(2, ...KEYED),
      migration(3, changeColumn('event', 'film_id', { type: 'bigint', nullable: true })),
    );
    await migrate(database);
    for (const row of KEYED_ROWS) await query(row);
    await query('DELETE FROM event WHERE id = 2');
    await query(`INSERT INTO event (ticket_id) VALUES ('${ID}')`);
    const [event] = await query('SELECT max(id) AS id FROM event');
    expect(Number(event!.id)).toBe(3);
  });

  it('renames a key and the tables around it, and keeps references to it', async () => {
    const renaming = [
      renameColumn('country', 'code', 'iso'),
      renameTable('country', 'land'),
      renameColumn('ticket', 'id', 'uid'),
      dropForeignKey('ticket', 'country_code', {
        ...{ table: 'land', references: 'iso', onDelete: 'restrict' },
      }),
      addForeignKey('ticket', 'country_code', {
        ...{ table: 'land', references: 'iso', onDelete: 'cascade' },
      }),
      changeColumn('land', 'iso', { type: 'string', length: 3 }),
      changeColumn('ticket', 'country_code', { type: 'string', length: 3, nullable: true }),
      changeColumn('event', 'ticket_id', { type: 'uuid', nullable: true }),
    ];
    await withMigrations(migration(2, ...KEYED));
    await migrate(database);
    for (const row of KEYED_ROWS) await query(row);
    await withMigrations(migration(2, ...KEYED), migration(3, ...renaming));
    expect(await migrate(database)).toHaveLength(1);
    await query(`INSERT INTO land (iso) VALUES ('ABC')`);
    await rejects(`INSERT INTO land (iso) VALUES ('ABC')`);
    await rejects(`UPDATE event SET ticket_id = '01890a5d-ac96-774b-bcce-b302099a8058'`);
    await query(`DELETE FROM land WHERE iso IN ('ABC', 'DE')`);
    expect(await query('SELECT uid FROM ticket')).toEqual([]);
    expect(await query('SELECT number FROM page')).toEqual([]);
    await revertLast(database);
    expect(await query('SELECT code FROM country')).toEqual([{ code: 'ÅX' }]);
    await rejects(`INSERT INTO ticket (id, country_code) VALUES ('${ID}', 'DE')`);
  });

  const OTHER = ID.replace('01', '02');

  it.each([
    [
      addUnique('ticket', ['country_code']),
      `1 value occurs in more than one row, such as the rows with the ids ${ID} and ${OTHER}`,
    ],
    [
      changeColumn('country', 'name', { type: 'integer', nullable: true }),
      'rows whose name does not fit the type integer: 1, such as the row with the id DE',
    ],
  ])('names rows by their keys where it cannot go on: %o', async (step, reason) => {
    await withMigrations(migration(2, ...KEYED));
    await migrate(database);
    for (const row of KEYED_ROWS) await query(row);
    await query(`INSERT INTO ticket (id, country_code) VALUES ('${OTHER}', 'DE')`);
    await withMigrations(migration(2, ...KEYED), migration(3, step));
    const { reasons } = (await migrate(database).catch((error: unknown) => error)) as StartRefused;
    expect(reasons[1]).toBe(reason);
  });

  it.runIf(name === 'postgres')('says which value is no key of another table', async () => {
    await withMigrations(migration(2, ...KEYED));
    await migrate(database);
    for (const row of KEYED_ROWS) await query(row);
    const target = { table: 'country', references: 'code', onDelete: 'cascade' } as const;
    await withMigrations(
      migration(2, ...KEYED),
      migration(3, addForeignKey('country', 'name', target)),
    );
    const { reasons } = (await migrate(database).catch((error: unknown) => error)) as StartRefused;
    expect(reasons[1]).toBe('rows whose name points to no row of country: 1, such as Germany');
  });

  it('keeps references to a unique column through changes of the column and of both tables', () =>
    thereAndBack(
      [
        addUnique('ward', ['name']),
        addColumn('bed', 'ward_name', { type: 'string', length: 20, nullable: true }),
        sql(both(`UPDATE bed SET ward_name = 'north' WHERE label = 'c'`), {
          sqlite: [],
          postgres: [],
        }),
        addForeignKey('bed', 'ward_name', {
          ...{ table: 'ward', references: 'name', onDelete: 'restrict' },
        }),
        renameColumn('ward', 'name', 'title'),
        changeColumn('ward', 'title', { type: 'string', length: 30 }),
        changeColumn('bed', 'ward_name', { type: 'string', length: 30, nullable: true }),
        renameTable('ward', 'unit'),
      ],
      async () => {
        await rejects(`DELETE FROM unit WHERE title = 'north'`);
        await rejects(`UPDATE unit SET title = 'n' WHERE title = 'north'`);
        await rejects(`UPDATE bed SET ward_name = 'none'`);
        await query(`UPDATE bed SET ward_name = NULL WHERE label = 'c'`);
        await query(`UPDATE unit SET title = 'n' WHERE title = 'north'`);
        await query(`UPDATE bed SET ward_name = 'n' WHERE label = 'c'`);
        await query(`UPDATE bed SET ward_name = NULL`);
        await query(`UPDATE unit SET title = 'north' WHERE title = 'n'`);
      },
    ));

  it('never uses an id twice, also after a table was changed', async () => {
    await withMigrations(
      migration(2, changeColumn('bed', 'hours', { type: 'text', nullable: true })),
    );
    await migrate(database);
    await query(`INSERT INTO bed (label) VALUES ('new')`);
    expect(await query(`SELECT id FROM bed WHERE label = 'new'`)).toEqual([{ id: 5 }]);
  });
};

/** Several that apply the same steps; a new database is empty, and others can open it, too. */
export const describeReplicas = (newDatabase: () => Promise<string>) => {
  it('apply each migration once', async () => {
    const url = await newDatabase();
    const second = migration(2, addColumn('bed', 'note', { type: 'text', nullable: true }));
    const replicas = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase(url, [], [create, second])),
    );
    const applied = await Promise.all(replicas.map((database) => migrate(database)));
    expect(applied.flat().toSorted()).toEqual(['Test20260000000001', 'Test20260000000002']);
    for (const database of replicas) await database.close();
  });
};
