import { expect, it } from 'vitest';
import { parseDatabase, printDatabase } from '../../../../src/pull/again/kept-database.js';
import { fixture, sqliteSchema } from '../databases.js';

it.each(['music', 'odd', 'unique'])('keeps the database %s as it was read', (name) => {
  const schema = sqliteSchema(fixture(`${name}.sql`));
  const kept = { schema, choice: { exclude: ['nothing'] }, migration: '20261121120000' };
  expect(parseDatabase(printDatabase(kept))).toEqual(kept);
});

it('has a line for each column, and none of what was left out', () => {
  const schema = sqliteSchema(
    'CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT); CREATE TABLE b (id)',
  );
  const text = printDatabase({ schema, choice: { exclude: ['B'] }, migration: '' });
  expect(text).toContain('\n  {"name":"x","type":"text","declared":"TEXT","nullable":true}');
  expect(text).not.toContain('"b"');
});

it('is not read where git left conflict markers, or where another format is', () => {
  const schema = sqliteSchema('CREATE TABLE a (id INTEGER PRIMARY KEY)');
  const text = printDatabase({ schema, choice: {}, migration: '' });
  expect(parseDatabase(`<<<<<<< ours\n${text}`)).toBeNull();
  expect(parseDatabase(text.replace('"format":1', '"format":99'))).toBeNull();
});
