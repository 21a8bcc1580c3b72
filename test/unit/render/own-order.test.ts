import { expect, it } from 'vitest';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { pageOf } from '../../support/page-of.js';

const orderOf = (page: string) => /sort=\{(\{.*?\})\}/s.exec(page)?.[1];

/** The order of lines on the page of their parent, and in their own list. */
function ordersOf(fields: string, more = '') {
  const app = appOfSpec(
    'shop',
    `models:
  Parent: { fields: { name: string } }
  Line:
    fields: { parent: "ref=Parent:as=lines", ${fields} }
${more}`,
  );
  return {
    related: orderOf(pageOf(app, 'Parent', 'show.tsx')),
    list: orderOf(pageOf(app, 'Line', 'list.tsx')),
  };
}

const ascending = (field: string) => `{ field: '${field}', order: 'ASC' }`;

it('lines have the order of their position', () => {
  const lines = { related: ascending('position'), list: undefined };
  expect(ordersOf('text: string, position: integer')).toEqual(lines);
});

it('any number that is unique below a parent is a position', () => {
  const unique = '    unique: [[parent, place]]\n';
  expect(ordersOf('place: integer, amount: integer', unique).related).toBe(ascending('place'));
});

it('a position below one parent is no order below another', () => {
  const unique = '    unique: [[other, position]]\n';
  const fields = 'position: integer, other: "ref=Line:as=more"';
  expect(ordersOf(fields, unique).related).toBeUndefined();
});

it('what is planned comes in the order of its start', () => {
  const { related } = ordersOf('ends_at: datetime, starts_at: datetime');
  expect(related).toBe(ascending('starts_at'));
});

it('rows that do not record when they were made come by their date, the newest first', () => {
  const order = "{ field: 'paid_on', order: 'DESC' }";
  const plain = '    timestamps: false\n';
  expect(ordersOf('paid_on: date', plain)).toEqual({ related: order, list: order });
  expect(ordersOf('paid_on: date')).toEqual({ related: undefined, list: undefined });
});

it('a list comes by the day that its rows are about, where each has one, the latest first', () => {
  const order = "{ field: 'due_on', order: 'DESC' }";
  expect(ordersOf('made_on: "date:required", due_on: "date:required"').list).toBe(order);
  expect(ordersOf('starts_at: datetime').list).toBeUndefined();
  expect(ordersOf('made_on: "date:required"').list).toBeUndefined();
  expect(ordersOf('starts_at: "datetime:required:read=Admin"').list).toBeUndefined();
});

const upcomingOf = (fields: string) => {
  const spec = `models: { Lesson: { fields: { title: string, ${fields} } } }`;
  const page = pageOf(appOfSpec('school', spec), 'Lesson', 'list.tsx');
  return [/upcoming="(\w+)"/.exec(page)?.[1], orderOf(page)];
};

it.each([
  ['starts_at: "datetime:required", ends_at: datetime', 'starts_at', undefined],
  ['starts_at: datetime', undefined, undefined],
  ['starts_at: "datetime:required:read=Admin"', undefined, undefined],
  // What began on a day may go on.
  ['start_date: "date:required"', undefined, "{ field: 'start_date', order: 'DESC' }"],
  ['due_at: "datetime:required"', undefined, "{ field: 'due_at', order: 'DESC' }"],
])('a list of what takes place at a time opens at today: %s', (fields, upcoming, order) => {
  expect(upcomingOf(fields)).toEqual([upcoming, order]);
});

it('a field that few may read orders nothing: others would see an error', () => {
  expect(ordersOf('position: "integer:read=Admin"').related).toBeUndefined();
});

it.each([
  ['name: string, position: integer', ascending('position')],
  ['position: integer, opened: date, tenant: ref=Tenant', ascending('position')],
  ['position: "integer:read=Admin"', undefined],
  ['amount: integer', undefined],
  ['position: integer, above: ref=Branch', undefined],
])('a list has the order of a position that is one among all: %s', (fields, order) => {
  const spec = `models: { Branch: { fields: { ${fields} } } }`;
  expect(orderOf(pageOf(appOfSpec('shop', spec), 'Branch', 'list.tsx'))).toBe(order);
});

it.each([
  ['name: string, position: integer', "'position'"],
  ['name: string, position: "integer:read=Admin"', undefined],
  ['name: string, amount: integer', undefined],
])('a tree stands by the position that everybody reads: %s', (fields, place) => {
  const spec = `models: { Shelf: { fields: { ${fields}, above: "ref=Shelf:as=below" } } }`;
  const facts = pageOf(appOfSpec('shop', spec), 'Shelf', 'facts.gen.ts');
  expect(/^ {2}place: (.*),$/m.exec(facts)?.[1]).toBe(place);
});
