import { expect, test } from 'vitest';
import type { App } from '../../../src/model/model.js';
import { totalsOf } from '../../../src/render/web/main-fields.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { linesOf, pageOf } from '../../support/page-of.js';

const SPEC = `
models:
  Part:
    fields:
      name: string:required
      list_price: decimal=10,2
  Order:
    fields:
      number: string:required:unique
  OrderLine:
    timestamps: false
    unique: [[order, position]]
    fields:
      order: ref=Order:as=lines:required:on_delete=cascade
      position: integer:required:min=1
      part: ref=Part
      note: text
      price: decimal=10,2
      amount: decimal=12,2
  Payment:
    fields:
      order: ref=Order:as=payments
      amount: decimal=12,2
`;

/** The application, whose order lines are said to be lines, with prices from parts. */
function withLines(app: App): App {
  const models = app.models.map((model) => ({
    ...model,
    fields: model.fields.map((field) => ({
      ...field,
      reference: field.reference && {
        ...field.reference,
        lines: field.reference.inverse === 'lines',
      },
      from:
        model.name === 'OrderLine' && field.name === 'price'
          ? { relation: 'part', field: 'list_price' }
          : null,
    })),
  }));
  return { ...app, models };
}

const app = withLines(appOfSpec('app', SPEC));
test('the form of a record has a grid of its lines: their own inputs, without their record and place', () => {
  const form = pageOf(app, 'Order', 'form.tsx');
  const inputs = linesOf(form.slice(form.indexOf('<>'), form.indexOf('</>')));
  expect(inputs).toEqual([
    '<>',
    '<TextInput source="number" required />',
    `<LinesInput source="lines" reference="order_line" totals={['amount']}>`,
    `<RecordInput source="part_id" reference="part" fills={{ price: 'list_price' }} />`,
    '<LongTextInput source="note" minRows={1} />',
    '<NumberInput source="price" step={0.01} />',
    '<NumberInput source="amount" step={0.01} />',
    '</LinesInput>',
    '',
  ]);
  expect(form).toContain("import { LinesInput } from '#ui/lines/lines-input';");
});

test('what lines add up to is their amounts, or else prices times quantities', () => {
  const { fields } = app.models.find(({ name }) => name === 'OrderLine')!;
  const price = fields.find(({ name }) => name === 'price')!;
  const others = ['quantity', 'discount', 'vat_rate'].map((name) => ({
    ...fields.find((one) => one.name === 'position')!,
    name,
  }));
  const [quantity, discount, tax] = others as [typeof price, typeof price, typeof price];
  expect(totalsOf(fields)).toEqual(['amount']);
  expect(totalsOf([price, quantity])).toEqual(['quantity * price']);
  expect(totalsOf([price])).toEqual([]);
  expect(totalsOf([price, quantity, discount])).toEqual([]);
  expect(totalsOf([price, quantity, tax])).toEqual(['quantity * price']);
});

test('the form of a line by itself is as any other, and fills the same fields', () => {
  const inputs = pageOf(app, 'OrderLine', 'form.tsx');
  expect(inputs).toContain('<RecordInput source="order_id" reference="order" required />');
  expect(inputs).toContain('<NumberInput source="position" required min={1} step={1} />');
  expect(inputs).toContain('<LongTextInput source="note" />');
  expect(inputs).toContain(`fills={{ price: 'list_price' }}`);
});

test('the page of a record has its lines with their sums first, and in no tab', () => {
  const page = pageOf(app, 'Order', 'show.tsx');
  expect(page).toMatch(/<ShowPage\s+lines={<Lines \/>}\s+related={<Related \/>}/);
  expect(linesOf(functionIn(page, 'Lines'))).toEqual([
    '<RecordLines source="lines" reference="order_line">',
    '<ReferenceColumn source="part_id" reference="part" />',
    '<TextColumn source="note" />',
    '<NumberColumn source="price" digits={2} />',
    '<NumberColumn source="amount" digits={2} totalBy="sum" />',
    '</RecordLines>',
  ]);
  const related = functionIn(page, 'Related');
  expect(related).toContain('relation="payments"');
  expect(related).not.toContain('relation="lines"');
});

test('the page of a record has what quantities and prices add up to, as its form has it', () => {
  const spec = SPEC.replace('amount: decimal=12,2\n  Payment', 'quantity: integer\n  Payment');
  const page = pageOf(withLines(appOfSpec('app', spec)), 'Order', 'show.tsx');
  expect(linesOf(functionIn(page, 'Lines'))[0]).toBe(
    `<RecordLines source="lines" reference="order_line" totals={['quantity * price']}>`,
  );
});

/** What a component returns. */
const functionIn = (page: string, name: string): string =>
  new RegExp(`function ${name}\\(\\) \\{\\s*return \\(\\s*([^]*?)\\s*\\);`).exec(page)?.[1] ?? '';

test('the back-office knows which lists are lines, and of whom', () => {
  expect(pageOf(app, 'Order', 'facts.gen.ts')).toContain(
    `lines: [{ source: 'lines', reference: 'order_line', target: 'order_id' }],`,
  );
  expect(pageOf(app, 'Part', 'facts.gen.ts')).not.toContain('lines');
});
