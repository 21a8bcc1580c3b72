import type { MigrationInterface } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { changeColumn, dropColumn } from '../../database/steps/step.js';
import { create, migration, ROWS, type Row } from './steps-suite.js';

describe('a table that SQLite makes anew', () => {
  let database: Database;
  const query = async (text: string): Promise<Row[]> =>
    (await database.dataSource.query(text)) as Row[];
  const retype = changeColumn('bed', 'hours', { type: 'integer', nullable: true });

  beforeEach(async () => {
    database = await openDatabase('sqlite::memory:', [], [create, migration(2, retype)]);
    const [first] = database.dataSource.migrations;
    await database.changeSchema((runner) => first!.up(runner));
    await query(
      'CREATE TABLE IF NOT EXISTS migrations (id integer PRIMARY KEY, "timestamp" bigint, name varchar)',
    );
    await query(`INSERT INTO migrations (name) VALUES ('Test20260000000001')`);
    for (const row of ROWS) await query(row);
  });
  afterEach(() => database.close());

  it('keeps the indexes, triggers, views, checks and comments of the owner, and the rows that point to it', async () => {
    await query('CREATE INDEX own_index ON bed (lower(label)) WHERE ward_id IS NOT NULL');
    await query('CREATE TABLE log (text varchar)');
    await query(
      `CREATE TRIGGER own_trigger AFTER UPDATE ON bed BEGIN INSERT INTO log VALUES (new.label); END`,
    );
    await query('CREATE VIEW own_view AS SELECT label, hours FROM bed');
    await query('CREATE VIEW other_view AS SELECT * FROM own_view');
    await query(`ALTER TABLE bed ADD COLUMN size integer CHECK (size > 0) /* metres, roughly */`);
    await query('ALTER TABLE bed ADD COLUMN twice integer AS (size * 2)');
    await query(
      'CREATE TABLE guest (id integer PRIMARY KEY, bed_id integer REFERENCES bed (id) ON DELETE CASCADE)',
    );
    await query('INSERT INTO guest (bed_id) SELECT id FROM bed');
    await migrate(database);
    expect(await query('SELECT label, hours FROM other_view')).toEqual([
      { label: 'a', hours: 8 },
      { label: 'b', hours: null },
      { label: 'c', hours: 12 },
    ]);
    expect(await query('SELECT COUNT(*) AS n FROM guest')).toEqual([{ n: 3 }]);
    await query('UPDATE bed SET size = 4 WHERE id = 1');
    expect(await query('SELECT twice FROM bed WHERE id = 1')).toEqual([{ twice: 8 }]);
    expect(await query('SELECT * FROM log')).toEqual([{ text: 'a' }]);
    await expect(query('UPDATE bed SET size = -1')).rejects.toThrow(/CHECK/);
    const objects = await query(`SELECT name FROM sqlite_master WHERE tbl_name = 'bed'`);
    expect(objects.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['own_index', 'own_trigger', 'idx_bed_ward_id', 'uq_bed_label']),
    );
    await expect(query('INSERT INTO guest (bed_id) VALUES (99)')).rejects.toThrow(/FOREIGN KEY/);
  });

  it('is not made when a view would break', async () => {
    await query('CREATE VIEW own_view AS SELECT hours FROM bed');
    const drop = migration(3, dropColumn('bed', 'hours'));
    (database.dataSource.migrations as MigrationInterface[]).push(new drop());
    await expect(migrate(database)).rejects.toThrow(/own_view/);
    expect(await query('SELECT * FROM own_view')).toHaveLength(3);
  });
});
