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
