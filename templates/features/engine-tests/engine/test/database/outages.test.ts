import { QueryFailedError } from 'typeorm';
import { expect, test } from 'vitest';
import { LockTimeout } from '../../database/fair-queue.js';
import { DatabaseOutage, OutageMemory } from '../../database/outage.js';
import { asOutage, outage as ofPostgres } from '../../database/postgres/errors.js';
import { outage as ofSqlite } from '../../database/sqlite/errors.js';

const error = (parts: object, message = 'words'): Error => Object.assign(new Error(message), parts);
const server = (code: string): Error => error({ code, severity: 'ERROR' });
const byTypeOrm = (cause: Error): Error => new QueryFailedError('SELECT 1', [], cause);

test.each([
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['53300', 'busy'],
  ['53100', 'full'],
  ['25006', 'read-only'],
  ['XX001', 'damaged'],
  ['57P01', 'unavailable'],
  ['57P03', 'unavailable'],
  ['08006', 'unavailable'],
  ['58030', 'unavailable'],
  ['28P01', 'unavailable'],
  ['23505', null],
  ['42P01', null],
  ['22001', null],
])('SQLSTATE %s: %s, also in an error of TypeORM', (code, outage) => {
  expect(ofPostgres(server(code))).toBe(outage);
  expect(ofPostgres(byTypeOrm(server(code)))).toBe(outage);
});

test.each([
  error({ code: 'ECONNREFUSED' }),
  error({ code: 'ECONNRESET' }),
  error({ code: 'EPIPE' }),
  error({}, 'Connection terminated unexpectedly'),
  error({}, 'Connection terminated due to connection timeout'),
  error({}, 'Query read timeout'),
  error({}, 'timeout expired'),
])('a connection that fails with %s is an outage of the database, and of nothing else', (lost) => {
  expect(ofPostgres(asOutage(lost))).toBe('unavailable');
  expect(ofPostgres(byTypeOrm(lost))).toBe('unavailable');
  // The developer's own connection to somewhere else.
  expect(ofPostgres(lost)).toBeNull();
});

test('a pool that has no connection left is busy', () => {
  expect(ofPostgres(asOutage(new Error('timeout exceeded when trying to connect')))).toBe('busy');
});

test('what a server or the code has said stays as it is', () => {
  for (const other of [server('23505'), new TypeError('no function'), 'text'])
    expect(asOutage(other)).toBe(other);
});

test.each([
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['SQLITE_CORRUPT_INDEX', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR_FSYNC', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
  ['SQLITE_CONSTRAINT_UNIQUE', null],
  ['SQLITE_ERROR', null],
])('%s: %s, also in an error of TypeORM', (code, outage) => {
  expect(ofSqlite(error({ code }))).toBe(outage);
  expect(ofSqlite(byTypeOrm(error({ code })))).toBe(outage);
});

test('waiting too long in line is busy on both', () => {
  for (const outage of [ofPostgres, ofSqlite]) {
    expect(outage(new LockTimeout('waited'))).toBe('busy');
    expect(outage(new DatabaseOutage('full', 'words'))).toBe('full');
    expect(outage(null)).toBeNull();
  }
});

test('what nothing else tells of is remembered for as long as somebody asks for', async () => {
  const memory = new OutageMemory(['full']);
  memory.note('busy');
  memory.note(null);
  expect(memory.recent()).toBeNull();
  memory.note('full');
  expect(memory.recent()).toBe('full');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(memory.recent(5)).toBeNull();
  memory.forget();
  expect(memory.recent()).toBeNull();
});
