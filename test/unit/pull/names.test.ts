import { expect, it } from 'vitest';
import { nameFields, nameModels } from '../../../src/pull/names.js';
import { sqliteSchema } from './databases.js';

function classesOf(...tables: string[]) {
  const made = tables.map((name) => `CREATE TABLE "${name}" (x);`).join('\n');
  return [...nameModels(sqliteSchema(made).tables).values()].map(({ name }) => name);
}

it.each([
  ['track', 'Track'],
  ['Tracks', 'Track'],
  ['tracks', 'Track'],
  ['tbl_Track', 'Track'],
  ['tblTracks', 'Track'],
  ['TRACK', 'Track'],
  ['playlist_tracks', 'PlaylistTrack'],
  ['PlaylistTrack', 'PlaylistTrack'],
  ['Categories', 'Category'],
  ['order details', 'OrderDetail'],
  ['2fa_codes', 'Table2faCode'],
  ['тест', 'Table'],
  ['Größen', 'Grossen'],
])('calls the model of %s %s', (table, name) => {
  expect(classesOf(table)).toEqual([name]);
});

it('gives another name to what is reserved, and says why', () => {
  const names = nameModels(sqliteSchema('CREATE TABLE users (x); CREATE TABLE "date" (x)').tables);
  expect([...names.values()]).toEqual([
    { name: 'UserRecord', reason: '`User` is built into every project' },
    {
      name: 'DateRecord',
      reason: '`Date` is the name of a JavaScript global that the code of a model needs',
    },
  ]);
});

it('gives each of two tables with one singular a name', () => {
  const names = classesOf('track', 'tracks', 'tbl_tracks');
  expect(names[0]).toBe('Track');
  expect(new Set(names).size).toBe(3);
});

const plain = (column: string) => ({ column, target: null, own: null });
const reference = (column: string, target: string) => ({ column, target, own: null });
const namesOf = (columns: Parameters<typeof nameFields>[0]) =>
  Object.fromEntries([...nameFields(columns)].map(([column, { name }]) => [column, name]));

it('calls fields as their columns in snake case', () => {
  const columns = [
    'Title',
    'UnitPrice',
    'CustomerID',
    'zip',
    'HTTPServer',
    'first name',
    '1st',
    'a__b',
    '_x',
  ];
  expect(namesOf(columns.map(plain))).toEqual({
    ...{ Title: 'title', UnitPrice: 'unit_price', CustomerID: 'customer_id', zip: 'zip' },
    ...{
      HTTPServer: 'http_server',
      'first name': 'first_name',
      '1st': 'n1st',
      a__b: 'a_b',
      _x: 'x',
    },
  });
});

it('gives other names to what models have already, but to a key', () => {
  const columns = ['id', 'q', 'created_at', 'save'].map(plain);
  expect(namesOf(columns)).toEqual({
    ...{ id: 'row_id', q: 'q_value', created_at: 'created', save: 'save_value' },
  });
  expect(namesOf([{ column: 'ID', target: null, own: 'id' }])).toEqual({ ID: 'id' });
});

it('calls fields of references so that their relations have the shorter name', () => {
  const columns = [
    reference('ArtistId', 'Artist'),
    reference('artist', 'Artist'),
    reference('ReportsTo', 'Employee'),
    reference('country_code', 'Country'),
    reference('id', 'Person'),
  ];
  expect(namesOf(columns)).toEqual({
    ...{ ArtistId: 'artist_id', artist: 'artist_2_id', ReportsTo: 'reports_to_id' },
    ...{ country_code: 'country_id', id: 'person_id' },
  });
});

it('keeps relations and other fields apart', () => {
  const columns = [plain('country'), reference('country_code', 'Country')];
  expect(namesOf(columns)).toEqual({ country: 'country', country_code: 'country_code_id' });
});

it('names what only quotes carry', () => {
  expect(namesOf(['Unit Price', '2nd', 'größe', '日本', '%'].map(plain))).toEqual({
    'Unit Price': 'unit_price',
    '2nd': 'n2nd',
    größe: 'grosse',
    日本: 'field',
    '%': 'field_2',
  });
});

it('calls fields as columns that are called as what every object has', () => {
  const names = namesOf([plain('constructor'), plain('toString'), plain('__proto__')]);
  expect(names['constructor']).toBe('constructor_value');
  expect(Object.values(names).every((name) => typeof name === 'string')).toBe(true);
});
