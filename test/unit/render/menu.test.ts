import { expect, test } from 'vitest';
import { resourcesFile } from '../../../src/render/web/resources.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

/** The lines of a spec that make a model lines of another. */
const linesOf = (model: string) => `
    timestamps: false
    fields:
      ${model.toLowerCase()}: ref=${model}:as=lines:required:lines
      position: integer:required:min=1`;

/** The headings in the menu by model, as `resources.ts` has them. */
function headingsOf(spec: string): Readonly<Record<string, string | undefined>> {
  const app = appOfSpec('app', spec);
  const { text } = resourcesFile(app, app.models, templates());
  const entries = text.split("\n    model: '").slice(1);
  return Object.fromEntries(
    entries.map((entry) => [entry.split("'")[0], /^ {4}group: '(.*)',$/m.exec(entry)?.[1]]),
  );
}

test('lines without a heading stand below the heading of their record', () => {
  const headings = headingsOf(`
models:
  Order:
    group: Sales
    fields: { number: string:required }
  OrderLine:${linesOf('Order')}
  Receipt:
    fields: { number: string:required }
  ReceiptLine:${linesOf('Receipt')}
  Offer:
    group: Sales
    fields: { number: string:required }
  OfferLine:
    group: Stock${linesOf('Offer')}
`);
  expect(headings).toEqual({
    Order: 'Sales',
    OrderLine: 'Sales',
    Receipt: undefined,
    ReceiptLine: undefined,
    Offer: 'Sales',
    OfferLine: 'Stock',
  });
});

/** What the menu counts of a model with these fields. */
function countedOf(fields: string, features?: readonly string[]): string | undefined {
  const spec = `models:\n  Deal:\n    fields: { title: string, ${fields} }`;
  const app = { ...appOfSpec('app', spec), ...(features && { features }) };
  const { text } = resourcesFile(app, app.models, templates());
  return /^ {4}overdue: (.*),$/m.exec(text)?.[1];
}

test('the menu knows what is overdue of a model before it is opened', () => {
  const state = "status: 'enum=open,won,lost'";
  const open = "open: { status__ne: ['won', 'lost'] }";
  expect(countedOf(`due_on: date, ${state}`)).toBe(`{ on: 'due_on', ${open} }`);
  expect(countedOf(`due_at: datetime, ${state}`)).toBe(`{ on: 'due_at', isMoment: true, ${open} }`);
});

test('the menu counts nothing where no record can be late, nor without the dashboard', () => {
  expect(countedOf('due_on: date')).toBeUndefined();
  expect(countedOf('starts_at: datetime')).toBeUndefined();
  expect(countedOf('due_on: date, paid: boolean:required', ['admin'])).toBeUndefined();
});

test('the menu knows the field with the picture of a person, and that of the user who the person is', () => {
  const wordOf = (word: string, fields: string) => {
    const app = appOfSpec('app', `models:\n  Member:\n    fields: { ${fields} }`);
    const { text } = resourcesFile(app, app.models, templates());
    return RegExp(`^ {4}${word}: '(.*)',$`, 'm').exec(text)?.[1];
  };
  const pictureOf = (fields: string) => wordOf('picture', fields);
  const userOf = (fields: string) => wordOf('user', fields);
  expect(userOf("first_name: string, photo: image, user: 'ref=User:unique'")).toBe('user_id');
  expect(userOf("first_name: string, user: 'ref=User:unique'")).toBeUndefined();
  expect(userOf('first_name: string, photo: image, seen_by: ref=User')).toBeUndefined();
  expect(pictureOf('first_name: string, passport: image, photo: image')).toBe('photo');
  expect(pictureOf('first_name: string, passport: image')).toBeUndefined();
  expect(pictureOf('name: string, photo: image')).toBeUndefined();
  expect(pictureOf('first_name: string, photo: string')).toBeUndefined();
});
