import { expect, it } from 'vitest';
import { webViews } from '../../../src/render/web/view-web.js';
import { appOfSpec } from '../../golden/app-of-spec.js';

const SPEC = `models:
  Order: { fields: { number: string } }
  Shipment: { fields: { order: ref=Order } }
  OrderLine: { fields: { order: ref=Order:lines:as=lines, name: string } }
  Invoice: { fields: { orders: 'refs=Order:as=invoices' } }
  Delivery: { fields: { order: ref=Order } }
  Cost: { fields: { order: ref=Order:lines:as=costs, name: string } }
`;

const relationsOf = (app: ReturnType<typeof appOfSpec>, part: 'related' | 'lines') => {
  const order = app.models.find(({ name }) => name === 'Order')!;
  const view = webViews(app, order)['show.tsx'] as Record<string, { props: object }[]>;
  return view[part]!.map(({ props }) => Object.values(props)[0] as unknown);
};

it('related records stand in the order of the menu, those that a record shares with others last', () => {
  const app = appOfSpec('shop', SPEC);
  expect(relationsOf(app, 'lines')).toEqual(['lines', 'costs']);
  expect(relationsOf(app, 'related')).toEqual(['shipments', 'deliveries', 'invoices']);
  const turned = { ...app, models: app.models.toReversed() };
  expect(relationsOf(turned, 'lines')).toEqual(['costs', 'lines']);
  expect(relationsOf(turned, 'related')).toEqual(['deliveries', 'shipments', 'invoices']);
});
