import { expect, it } from 'vitest';
import { inverseNames, type Referring } from '../../../src/model/relations.js';

const order = (relation: string, more: Partial<Referring> = {}): Referring => ({
  ...{ model: 'Order', target: 'Address', relation, usual: 'orders', ...more },
});

it('calls the other side of one reference as the rows that refer to it', () => {
  expect(inverseNames([order('address')])).toEqual(['orders']);
  expect(inverseNames([order('ship_to'), order('address', { usual: 'order' })])).toEqual([
    'orders',
    'order',
  ]);
});

it('tells the other sides of two references apart by their relations', () => {
  expect(inverseNames([order('billing_address'), order('ship_to'), order('address')])).toEqual([
    'billing_orders',
    'ship_to_orders',
    'orders',
  ]);
});

it('calls the other side of a parent children', () => {
  const self = { model: 'Page', target: 'Page', usual: 'pages' };
  expect(inverseNames([order('parent', self), order('origin', self)])).toEqual([
    'children',
    'origin_pages',
  ]);
});

it('takes no name that the other model has', () => {
  const taken = new Map([['Address', new Set(['orders', 'ship_to_orders'])]]);
  expect(inverseNames([order('address')], taken)).toEqual(['address_orders']);
  expect(inverseNames([order('ship_to')], taken)).toEqual(['ship_to_orders_2']);
});
