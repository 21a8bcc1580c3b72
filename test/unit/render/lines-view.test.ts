import { expect, test } from 'vitest';
import type { App } from '../../../src/model/model.js';
import { webView } from '../../../src/render/web/view-web.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

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
const viewOf = (name: string) =>
  webView(
    app.models.find((model) => model.name === name)!,
    app,
  );
const linesOf = (text: string) => text.split('\n').map((line) => line.trim());

test('the form of a record has a grid of its lines: their own inputs, without their record and place', () => {
  const { inputs, imports } = viewOf('Order').form;
  expect(linesOf(inputs)).toEqual([
    '<>',
    '<TextInput source="number" required />',
    `<LinesInput source="lines" reference="order_line" totals={['amount']}>`,
    `<RecordInput source="part_id" reference="part" fills={{ price: 'list_price' }} />`,
    '<LongTextInput source="note" minRows={1} />',
    '<NumberInput source="price" step={0.01} />',
    '<NumberInput source="amount" step={0.01} />',
    '</LinesInput>',
    '</>',
  ]);
  expect(imports).toContain('LinesInput,');
});

test('the form of a line by itself is as any other, and fills the same fields', () => {
  const { inputs } = viewOf('OrderLine').form;
  expect(inputs).toContain('<RecordInput source="order_id" reference="order" required />');
  expect(inputs).toContain('<NumberInput source="position" required min={1} step={1} />');
  expect(inputs).toContain('<LongTextInput source="note" />');
  expect(inputs).toContain(`fills={{ price: 'list_price' }}`);
});

test('the page of a record has its lines with their sums first, and in no tab', () => {
  const { page, lines, related } = viewOf('Order').show;
  expect(page).toContain('<ShowPage lines={<Lines />} related={<Related />}>');
  expect(linesOf(lines!)).toEqual([
    '<RecordLines source="lines" reference="order_line">',
    '<ReferenceColumn source="part_id" reference="part" />',
    '<TextColumn source="note" />',
    '<NumberColumn source="price" digits={2} />',
    '<NumberColumn source="amount" digits={2} totalBy="sum" />',
    '</RecordLines>',
  ]);
  expect(related).toContain('relation="payments"');
  expect(related).not.toContain('relation="lines"');
});

test('the back-office knows which lists are lines, and of whom', () => {
  expect(viewOf('Order').facts.model).toContain(
    `lines: [{ source: 'lines', reference: 'order_line', target: 'order_id' }],`,
  );
  expect(viewOf('Part').facts.model).not.toContain('lines');
});
