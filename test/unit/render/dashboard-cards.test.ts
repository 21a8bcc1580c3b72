import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { argumentsOf } from '../../../src/render/code.js';
import { cardView, dashboardCards } from '../../../src/render/web/dashboard-cards.js';
import { resourceView } from '../../../src/render/web/resource.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const garage = readFileSync(join(import.meta.dirname, '../../fixtures/garage.yaml'), 'utf8');

/** The cards of each model as code. */
function cardsIn(spec: string): Record<string, string[]> {
  const app = appOfSpec('app', spec);
  const textOf = ({ kind, field, options }: ReturnType<typeof cardView>) =>
    `${kind}(${argumentsOf(field, options)})`;
  return Object.fromEntries(
    app.models.map((model) => [
      model.name,
      dashboardCards(app, model).map((card) => textOf(cardView(card))),
    ]),
  );
}
const cardsOf = (fields: string) => cardsIn(`models:\n  Deal:\n    fields:\n${fields}`)['Deal'];
const field = (line: string) => `      ${line}\n`;

test('a business is told by its amounts, its states, and what is due', () => {
  const { WorkOrder, Invoice, Payment, Appointment, Vehicle, Customer } = cardsIn(garage);
  expect(WorkOrder).toEqual([
    "figure('opened_on')",
    "bars('status')",
    "due('due_on', { done: { status: ['done', 'invoiced', 'cancelled'] } })",
    "series('opened_on')",
  ]);
  const counted = "{ sum: 'total', filter: { status: ['open', 'paid', 'overdue'] } }";
  expect(Invoice?.map((code) => code.replace(/,? }\)$/, ' })'))).toEqual([
    `figure('issued_on', ${counted})`,
    "figure('issued_on')",
    "bars('status')",
    // A draft is owed by nobody.
    "due('due_on', { sum: 'total', done: { status: ['draft', 'paid', 'cancelled'] } })",
    `series('issued_on', ${counted})`,
  ]);
  expect(Payment).toEqual([
    "figure('received_at', { sum: 'amount' })",
    "series('received_at', { sum: 'amount' })",
  ]);
  expect(Appointment).toEqual(["figure('created_at')", "due('starts_at')"]);
  expect(Vehicle).toEqual(["figure('created_at')", "due('inspection_due_on')"]);
  expect(Customer).toEqual(["figure('created_at')"]);
});

test('lines, links, lookups and users have no cards', () => {
  const { WorkOrderLine, PartCategory, Tag } = cardsIn(garage);
  expect([WorkOrderLine, PartCategory, Tag]).toEqual([[], [], []]);
  expect(cardsIn('models:\n  User: { fields: { stage: "enum=a,b", hired_on: date } }')).toEqual({
    User: [],
  });
});

test('prices, rates and stocks are not added up', () => {
  expect(
    cardsOf(
      field('made_on: date') +
        field('price: decimal=10,2') +
        field('vat_rate: decimal=4,2') +
        field('total_weight: decimal=8,3') +
        field('amount: integer'),
    ),
  ).toEqual(["figure('made_on')"]);
});

test('the total is added up before its parts, by the day that it is from and not that of its end', () => {
  expect(
    cardsOf(
      field('paid_at: datetime') +
        field('signed_on: date') +
        field('net: decimal=10,2') +
        field('total: decimal=10,2'),
    ),
  ).toEqual(["figure('signed_on', { sum: 'total' })", "series('signed_on', { sum: 'total' })"]);
});

test('records are from the day of their business, and not from that on which they were imported', () => {
  const dates = {
    'ordered_at: datetime': 'ordered_at',
    'order_date: date': 'order_date',
    'date: date': 'date',
    'delivery_date: date': 'created_at',
    'joined_on: date:required': 'joined_on',
    'seen_at: datetime:default=now': 'seen_at',
    'seen_at: datetime': 'created_at',
    'born_on: date:required': 'created_at',
    'ends_on: date:required': 'created_at',
    'starts_at: datetime:required': 'created_at',
    'ordered_at: datetime:read=Admin': 'created_at',
  };
  for (const [line, date] of Object.entries(dates))
    expect(cardsOf(field(line))?.[0], line).toBe(`figure('${date}')`);
  expect(
    cardsOf(
      field('checked_on: date:required') +
        field('placed_at: datetime') +
        field('total: decimal=10,2'),
    ),
  ).toEqual(["figure('placed_at', { sum: 'total' })", "series('placed_at', { sum: 'total' })"]);
});

test('a cost that has no day of its own is no figure', () => {
  expect(cardsOf(field('name: string') + field('cost: decimal=10,2'))).toEqual([
    "figure('created_at')",
  ]);
});

test('an amount that everybody may read comes before one that only some may', () => {
  const [figure] = cardsOf(
    field('made_on: date') +
      field('total: decimal=10,2:read=Admin') +
      field('amount: decimal=10,2'),
  )!;
  expect(figure).toBe("figure('made_on', { sum: 'amount' })");
});

test('a flag says what is done where no state does', () => {
  expect(cardsOf(field('due_on: date') + field('paid: boolean'))).toEqual([
    "figure('created_at')",
    "due('due_on', { done: { paid: true } })",
  ]);
  // The day on which it was paid: until then it is due.
  const [, paid] = cardsOf(field('due_on: date') + field('paid_on: date'))!;
  expect(paid).toBe("due('due_on', { done: { paid_on__isnull: false } })");
  const [, always] = cardsOf(field('due_on: date') + field('paid_on: date:required'))!;
  expect(always).toBe("due('due_on')");
  const [, , plain] = cardsOf(field('due_on: date') + field('state: enum=planned,sold'))!;
  expect(plain).toBe("due('due_on')");
});

test('of what is owed the amount is told, where there are figures of it', () => {
  const cards = (line: string) =>
    cardsOf(field('due_on: date') + field('paid: boolean') + field(line))!.at(-2);
  expect(cards('total: decimal=10,2')).toBe(
    "due('due_on', { sum: 'total', done: { paid: true } })",
  );
  expect(cardsOf(field('starts_at: date') + field('total: decimal=10,2'))).toContain(
    "due('starts_at')",
  );
});

test('what takes place is not late: what is over is left out', () => {
  const [, , ahead] = cardsOf(
    field('starts_at: datetime') + field('status: enum=booked,cancelled'),
  )!;
  expect(ahead).toBe("due('starts_at', { filter: { status: ['booked'] } })");
});

test('what has a stock and its reorder level has a card of what is low, without what is no longer ordered', () => {
  const low = (...fields: string[]) =>
    cardsIn(
      `models:\n  Part: { timestamps: false, fields: { sku: string, ${fields.join(', ')} } }`,
    );
  expect(low('stock: integer', 'reorder_level: integer', 'discontinued: boolean')).toEqual({
    Part: [
      "low('stock', { filter: { stock__lte_field: 'reorder_level', discontinued__ne: true } })",
    ],
  });
  expect(low('units_in_stock: decimal', 'min_stock: integer')).toEqual({
    Part: ["low('units_in_stock', { filter: { units_in_stock__lte_field: 'min_stock' } })"],
  });
  expect(low('stock: integer')).toEqual({ Part: [] });
  expect(low('stock: string', 'reorder_level: integer')).toEqual({ Part: [] });
});

test('a model without dates has no figures', () => {
  const spec = 'models:\n  Film: { timestamps: false, fields: { title: string, plot: text } }';
  expect(cardsIn(spec)).toEqual({ Film: [] });
});

test('a resource file imports what its cards are made with', () => {
  const app = appOfSpec('app', garage);
  const [tag, order] = ['Tag', 'WorkOrder'].map((name) => {
    const model = app.models.find((one) => one.name === name)!;
    return resourceView(app, model, []);
  });
  expect(order!.imports).toEqual([
    ...['bars', 'due', 'figure', 'page', 'series'],
    'type ModelDefinition',
  ]);
  expect(tag!.imports).toEqual(['page', 'type ModelDefinition']);
  expect(tag!.cards).toEqual([]);
});
