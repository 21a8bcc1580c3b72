import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSummed, mainFields } from '../../../src/render/web/main-fields.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const shown = (fields: string, more = '', most = 6) => {
  const app = appOfSpec('shop', `models:\n  Thing:\n    fields: { ${fields} }\n${more}`);
  return mainFields(app.models[0]!, most)
    .map(({ name }) => name)
    .join(' ');
};

it.each([
  [
    'a price before the address of a picture',
    'name: string, sku: string, image_url: "string:url", brand: string, page: "string:url", color: string, weight: float, price: "decimal=12,2"',
    'name sku brand color weight price',
  ],
  [
    'state, total, date and references',
    'number: string, note: string, channel: string, total: "decimal=12,2", status: "enum=a,b", placed_on: date, customer: ref=User, carrier: "string", seller: ref=User:as=sold',
    'number total status placed_on customer_id seller_id',
  ],
  [
    'the comment of a comment, which has no other name',
    'author: ref=User, body: text, rating: integer, extra: json',
    'author_id body rating',
  ],
  [
    'few of one kind',
    'a: date, b: date, c: date, d: date, e: date, f: date, name: string',
    'a b c d e name',
  ],
  ['what there is, where all is long', 'a: json, b: json, c: json, d: json', 'a b c'],
])('the columns that are shown first: %s', (_, fields, columns) => {
  expect(shown(fields)).toBe(columns);
});

it('the one whom a row belongs to comes after what it says', () => {
  const rows = '    rows: { owner: made_by }\n';
  const fields = 'made_by: ref=User, name: string, email: "string:email", city: string';
  expect(shown(fields, rows, 3)).toBe('name email city');
});

const garage = appOfSpec(
  'garage',
  readFileSync(join(import.meta.dirname, '../../fixtures/garage.yaml'), 'utf8'),
);

it.each([
  ['WorkOrder', 'number title status estimate due_on vehicle_id'],
  ['Employee', 'first_name last_name email trade hired_on branch_id'],
  ['Part', 'sku name unit price stock category_id'],
  ['Customer', 'first_name last_name company email phone city'],
  ['Vehicle', 'plate make model fuel inspection_due_on customer_id'],
  ['Invoice', 'number status issued_on due_on total customer_id'],
  ['Appointment', 'subject starts_at ends_at confirmed customer_id vehicle_id'],
  ['Payment', 'reference amount method received_at invoice_id tenant_id'],
  ['Branch', 'name street city phone opens_at closes_at'],
  ['WorkOrderLine', 'position kind description quantity unit_price work_order_id'],
])('the columns of a garage: %s', (name, columns) => {
  const model = garage.models.find((one) => one.name === name)!;
  expect(
    mainFields(model, 6)
      .map((field) => field.name)
      .join(' '),
  ).toBe(columns);
});

it.each([
  [
    'number: string, net: "decimal=9,2:required", vat: "decimal=9,2", total: "decimal=9,2"',
    'total',
  ],
  ['number: string, net_amount: "decimal=9,2:required", amount: "decimal=9,2"', 'amount'],
  ['number: string, net: "decimal=9,2", shipping: "decimal=9,2"', 'net'],
])(
  'of money the total is shown first, and what it is made of where there is none: %s',
  (fields, one) => {
    expect(shown(fields, '', 2)).toBe(`number ${one}`);
  },
);

it('a document is found by the day of its issue, a job by the day on which it is due', () => {
  expect(shown('number: string, due_on: date, invoice_date: date', '', 2)).toBe(
    'number invoice_date',
  );
  expect(shown('number: string, opened_on: date, due_on: date', '', 2)).toBe('number due_on');
});

it.each([
  ['the account of a person', 'name: string, user: ref=User, phone: string', 'name phone'],
  ['the row above it', 'name: string, above: ref=Thing, phone: string', 'name phone'],
  [
    'one that is no account before what merely is there',
    'name: string, phone: string, editor: ref=User',
    'name editor_id',
  ],
  [
    'an account that each has',
    'name: string, phone: string, user: "ref=User:required"',
    'name user_id',
  ],
])('a reference that most rows lack comes last: %s', (_, fields, columns) => {
  expect(shown(fields, '', 2)).toBe(columns);
});

it('a field that few may read takes no room of another, an index makes one', () => {
  expect(
    shown('name: string, margin: "decimal=8,2:read=Admin", b: integer, c: integer:index', '', 2),
  ).toBe('name c');
});

it('what adds up is summed below its column: money, and neither prices, shares and stocks, nor what is measured', () => {
  const fields = [
    'total: "decimal=12,2"',
    'hours: "decimal=6,2"',
    'paid_amount: integer',
    'cost: float',
    'discount: "decimal=5,2"',
    'price: "decimal=10,2"',
    'unit_cost: "decimal=10,2"',
    'quantity: "decimal=8,2"',
    'rating: "decimal=3,2"',
    'latitude: "decimal=9,6"',
    'weight: float',
    'count: integer',
    'grand_total: bigint',
  ];
  const spec = `models:\n  Thing:\n    fields: { ${fields.join(', ')} }\n`;
  const summed = appOfSpec('shop', spec).models[0]!.fields.filter(isSummed);
  expect(summed.map(({ name }) => name)).toEqual(['total', 'hours', 'paid_amount', 'cost']);
});
