import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { Row } from '../../../src/pull/database.js';
import { pullSpec } from '../../../src/pull/pull.js';
import { momentQueries, withStoredMoments } from '../../../src/pull/stored-moments.js';
import { sqliteSchema } from './databases.js';

const TABLE = `CREATE TABLE visit (
  id INTEGER PRIMARY KEY, at DATETIME, ms TIMESTAMP, mixed DATETIME, iso DATETIME, fine DATETIME, zoned DATETIME, "day ""off""" DATE, empty DATETIME);`;

test('moments that are stored as numbers or in other texts are told from those of the service', () => {
  const database = new Sqlite(':memory:');
  database.exec(TABLE);
  database.exec(`INSERT INTO visit VALUES
    (1, '2026-01-31 10:00:00', 1769853600000, '2026-01-31 10:00:00.000', '2026-01-31T10:00:00Z', '2026-01-31 10:00:00.123456', '2026-01-31 10:00:00+01', '2026-01-31', NULL),
    (2, NULL, 1769853600001, 1769853600, NULL, '2026-01-31 10:00:00.5', NULL, NULL, NULL)`);
  const schema = sqliteSchema(TABLE);
  const rows = Object.entries(momentQueries(schema)).map(([name, sql]) => [
    name,
    database.prepare(sql).all() as Row[],
  ]);
  const told = withStoredMoments(schema, Object.fromEntries(rows) as Record<string, Row[]>);
  expect(told.tables[0]!.others).toEqual([
    'ms: its moments are numbers, and so is the field',
    expect.stringMatching(/^mixed: some of its moments are numbers or texts of another form/),
    expect.stringMatching(/^iso: some of its moments/),
    expect.stringMatching(/^zoned: some of its moments/),
  ]);
  const { text } = pullSpec(told, 'visits.db');
  expect(text).toContain('      at: datetime\n');
  expect(text).toContain('      ms: integer\n');
  expect(text).toContain('# not expressed: ms: its moments are numbers');
});

test('PostgreSQL has moments of one form', () => {
  expect(momentQueries({ ...sqliteSchema(TABLE), kind: 'postgres' })).toEqual({});
});
