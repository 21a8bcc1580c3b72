import { expect, it } from 'vitest';
import { keptSchema, readKeptSchema } from '../../../src/pull/kept-schema.js';
import { fixture, sqliteSchema } from './databases.js';

it('keeps all that is known of the tables, a line for each', () => {
  const schema = sqliteSchema(fixture('music.sql'));
  const text = keptSchema(schema);
  const read = readKeptSchema(text)!;
  const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
    one.name < other.name ? -1 : 1;
  expect(read.tables).toEqual(schema.tables.toSorted(byName));
  expect(read.views).toEqual(schema.views);
  expect(text.match(/^ {4}\{"schema"/gm)).toHaveLength(schema.tables.length + schema.views.length);
  expect(keptSchema(read)).toBe(text);
});

it('reads nothing in a file that a merge has broken', () => {
  const text = keptSchema(sqliteSchema('CREATE TABLE a (id integer primary key)'));
  for (const broken of ['', '<<<<<<< mine\n' + text, '{}', text.replace('"columns"', '"cells"')])
    expect(readKeptSchema(broken)).toBeNull();
});
