import { expect, test } from 'vitest';
import { filterParameters, onParameter } from '../../docs/components.js';
import { publicView } from '../../docs/model-schemas.js';
import type { Parameter, Schema } from '../../docs/openapi-types.js';
import type { ColumnInfo, FieldType } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';
import { column, documentOf, thing } from './document.js';

const NAME = column('name', 'string', { nullable: false, max: 80 });

/** A model with these columns of its key, and a many-to-many field of its own. */
function keyed(name: string, own: readonly ColumnInfo[]): ModelInfo {
  const columns = [...own, NAME];
  const key = own[0]!;
  return {
    ...thing,
    ...{ name, prefix: name.toLowerCase(), key, columns, stored: columns, keyColumns: [key] },
    ...{ column: new Map(columns.map((one) => [one.name, one])), uniques: [], extras: [] },
    links: [{ name: 'likes', model: name, key: 'id' }],
    access: { roles: {}, rows: null, fields: {} },
  } as unknown as ModelInfo;
}

const id = (type: FieldType, more: Partial<ColumnInfo> = {}, name = 'id') =>
  column(name, type, { role: 'id', nullable: false, ...more });
const key = (name: string, type: FieldType, more: Partial<ColumnInfo> = {}) =>
  id(type, { role: 'key', ...more }, name);

const ticket = keyed('Ticket', [key('id', 'uuid', { makes: () => 'made' })]);
const long = keyed('Long', [id('bigint')]);
const film = keyed('Film', [id('integer'), id('integer', {}, 'film_id')]);
const UP = { model: 'Place', relation: 'up', key: 'id' };
const place = keyed('Place', [
  ...[id('integer'), key('number', 'integer', { min: 0, max: 99 })],
  column('up_number', 'integer', { reference: UP }),
]);
const city = keyed('City', [
  id('integer'),
  column('country_id', 'string', {
    ...{ nullable: false, max: 3 },
    reference: { model: 'Country', relation: 'country', key: 'iso' },
  }),
  column('place_number', 'integer', {
    reference: { model: 'Place', relation: 'place', key: 'rank' },
  }),
  column('film_rank', 'integer', { reference: { model: 'Film', relation: 'film', key: 'rank' } }),
]);
const CODE = { max: 2 };
const country = keyed('Country', [id('string', CODE), key('code', 'string', CODE)]);
const tag = keyed('Tag', [key('id', 'string', { max: 26, pattern: '^[a-z]+$' })]);
const ALL = [thing, ticket, long, film, place, country, tag, city];

const { document } = await documentOf(publicView, '', ALL);
const schemas = document.components['schemas'] as Record<
  string,
  Schema & { properties: Record<string, Schema>; required?: string[] }
>;
const parameters = document.components['parameters'] as unknown as Record<string, Parameter>;
const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ['Thing', of('id')],
  ['Film', of('id')],
  ['Place', of('integer')],
  ['Ticket', { ...of('uuid'), readOnly: true }],
  ['Long', { ...of('bigint'), readOnly: true }],
  ['Country', { ...of('string'), minLength: 1, maxLength: 2, readOnly: true }],
  ['Tag', { ...of('string'), minLength: 1, maxLength: 26, pattern: '^[a-z]+$' }],
])('the id of a %s has the schema of its key', (name, schema) => {
  expect(schemas[name]!.properties['id']).toEqual(schema);
});

test('a path has the id of its model, and models with integers share a parameter', () => {
  const first = (path: string) =>
    (document.paths[path]!['get'] as { parameters: { $ref?: string }[] }).parameters[0]!.$ref;
  expect(first('/film/{id}')).toBe('#/components/parameters/record-id');
  expect(first('/ticket/{id}')).toBe('#/components/parameters/Ticket.id');
  expect(parameters['Ticket.id']).toEqual({
    ...{ name: 'id', in: 'path', required: true, schema: of('uuid') },
  });
  expect(parameters['Country.id']?.schema).toEqual({
    ...{ ...of('string'), minLength: 1, maxLength: 2 },
  });
  expect(parameters).not.toHaveProperty('Film.id');
});

test('a key that the client gives is required when a record is made, and no part of later writes', () => {
  const { CountryInput, CountryPatch, PlaceInput, TagInput, TagPatch } = schemas;
  expect(PlaceInput!.properties['number']).toEqual({ ...of('integer'), minimum: 0, maximum: 99 });
  expect(CountryInput!.required).toEqual(['code', 'name']);
  expect(CountryInput!.properties['code']).toEqual({
    ...{ ...of('string'), minLength: 1, maxLength: 2 },
    not: { enum: ['.', '..', '_aggregate'] },
  });
  expect(CountryPatch!.properties).not.toHaveProperty('code');
  // Clients send records back as they have read them.
  expect(Object.keys(CountryPatch!['patternProperties']!)[0]).toMatch(/[|]code\b/);
  expect(schemas['Country.replacement']).toEqual({ ...of('CountryPatch'), required: ['name'] });
  expect(TagInput!.required).toEqual(['id', 'name']);
  expect(Object.keys(TagInput!['patternProperties']!)[0]).not.toMatch(/\bid\b/);
  expect(TagPatch!.properties).not.toHaveProperty('id');
});

test('a key that is made is only read, by whatever name', () => {
  expect(schemas['Film']!.properties['film_id']).toEqual({ ...of('integer'), readOnly: true });
  expect(schemas['FilmPatch']!.properties).not.toHaveProperty('film_id');
  expect(schemas['FilmInput']).toEqual({ ...of('FilmPatch'), required: ['name'] });
  expect(schemas).not.toHaveProperty('Film.replacement');
});

test('records are found by what a client gives, and by no id or number that is made', () => {
  const number = column('number', 'string', { role: 'series', nullable: false });
  const uniques = ['id', 'number', 'name', 'code'].map((name) => ({ name, columns: [name] }));
  const of = (model: ModelInfo) =>
    onParameter({ ...model, uniques }, publicView).map(({ schema }) => JSON.stringify(schema));
  expect(of(keyed('Ticket', [key('id', 'uuid', { makes: () => 'made' }), number]))).toEqual([
    expect.stringMatching(/^(?!.*(number|id)).*name/),
  ]);
  expect(of(country)[0]).toMatch(/name.*code|code.*name/);
});

test('changes of several records, links and filters name ids of their kind', () => {
  const change = schemas['Ticket.changes']!['items'] as { properties: Record<string, Schema> };
  expect(change.properties['id']).toEqual(of('uuid'));
  expect(schemas['Ticket']!.properties['likes']).toMatchObject(of('uuids'));
  expect(schemas['Long']!.properties['likes']).toMatchObject(of('bigints'));
  expect(schemas['Country']!.properties['likes']).toMatchObject(of('strings'));
  expect(schemas['Place']!.properties['likes']).toMatchObject(of('integers'));
  expect(schemas['Place']!.properties['up_number']).toMatchObject(of('integer-or-null'));
  expect(schemas['Film']!.properties['likes']).toMatchObject(of('ids'));
  const filters = filterParameters(ticket, publicView, ALL);
  const schemaOf = (name: string) => filters.find((one) => one.name === name)?.schema;
  expect([schemaOf('id'), schemaOf('likes__in')]).toEqual([of('uuid-list'), of('uuid-list')]);
});

test('a reference to a unique column has the schema of that column', () => {
  const { country_id, place_number, film_rank } = schemas['City']!.properties;
  expect(country_id).toEqual({
    ...{ ...of('string'), minLength: 1, maxLength: 3 },
    description: 'The iso of a Country.',
  });
  expect(place_number).toEqual({ ...of('integer-or-null'), description: 'The rank of a Place.' });
  // It is no id, whatever the ids of that model are.
  expect(film_rank).toMatchObject(of('integer-or-null'));
});

test('an operation of a batch names a record of any model', () => {
  const kinds = (text: unknown) =>
    /"anyOf":\[([^[]*),\{"type":"object"/.exec(JSON.stringify(text))?.[1];
  const all = ['id', 'uuid', 'bigint', 'integer', 'string'].map((kind) => JSON.stringify(of(kind)));
  expect(kinds(document.paths['/_batch'])).toBe(all.join());
});

test('without other keys the document has nothing of them', async () => {
  const plain = await documentOf(publicView, '', [thing]);
  const text = JSON.stringify(plain.document);
  expect(text).toContain('record-id');
  expect(text).not.toMatch(/Thing\.id|"(uuids|bigints|integers)"/);
});
