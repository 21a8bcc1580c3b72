import { expect, it } from 'vitest';
import { inverseNames, type Referring } from '../../../src/pull/inverse-names.js';

const NONE = new Map<string, ReadonlySet<string>>();
const order = (field: string, more: Partial<Referring> = {}): Referring => ({
  ...{ model: 'Order', table: 'orders', field, target: 'Address', unique: false, ...more },
});

it('leaves out the name that a spec has anyway', () => {
  expect(inverseNames([order('address_id', { table: 'order' })], NONE)).toEqual([null]);
  expect(inverseNames([order('address_id')], NONE)).toEqual([null]);
});

it('names the relations from a table that is called otherwise', () => {
  expect(inverseNames([order('address_id', { table: 'tbl_ord' })], NONE)).toEqual(['orders']);
  expect(inverseNames([order('address_id', { table: 'tbl_ord', unique: true })], NONE)).toEqual([
    'order',
  ]);
});

it('names two references to one model by their columns', () => {
  expect(inverseNames([order('bill_to_id'), order('ship_to_id')], NONE)).toEqual([
    'orders_by_bill_to',
    'orders_by_ship_to',
  ]);
});

it('calls the other side of a parent children', () => {
  const self = { model: 'Page', table: 'page', target: 'Page' };
  expect(inverseNames([order('parent_id', self), order('origin_id', self)], NONE)).toEqual([
    'children',
    'pages_by_origin',
  ]);
});

it('takes no name that the other model has', () => {
  const taken = new Map([['Address', new Set(['orders'])]]);
  expect(inverseNames([order('address_id')], taken)).toEqual(['orders_by_address']);
});
