import { describe, expect, test } from 'vitest';
import {
  checkedWhere,
  decidingTenant,
  demandedTenant,
  foreignIds,
  keptFields,
  neededTenant,
  ownDefaults,
  ownersByName,
  seesAll,
  tenantField,
} from '../../access/row-rules.js';
import {
  allFor,
  asParent,
  custom,
  owner,
  tenant,
  type Grant,
  type RowRule,
} from '../../model/access-rules.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import { ALL, where as where_, type Where } from '../../model/where.js';
import { acting, column, model, user } from '../fixtures/plain-model.js';

const of = (...rows: readonly RowRule[]) => model('M', { roles: {}, rows, fields: {} });
const open = model('M', { roles: {}, rows: null, fields: {} });
const somebody = (tenants: readonly number[], roles: readonly string[] = ['R']) =>
  acting(user({ tenants, roles }));
const all = custom(() => ALL);
const [byTenant, byOwner, forBoss] = [tenant('tenant_id'), owner('owner_id'), allFor('Boss')];

describe('the tenant of a row', () => {
  test.each<[string, ModelInfo, string | null]>([
    ['of no rules', open, null],
    ['of a rule by tenant', of(byTenant), 'tenant_id'],
    ['of a rule by tenant, and roles that see every row', of(forBoss, byTenant), 'tenant_id'],
    ['of a rule beside another rule', of(byTenant, byOwner), null],
    ['of another rule', of(byOwner), null],
    ['of roles alone', of(forBoss), null],
  ])('decides who sees it: %s', (_rules, one, field) => {
    expect(decidingTenant(one)).toBe(field);
  });

  test('must be named by a writer of several, and by a writer of none who sees every row', () => {
    const one = of(byTenant, forBoss);
    const needed = (tenants: readonly number[], role: string) =>
      neededTenant(somebody(tenants, [role]), one);
    expect([needed([], 'R'), needed([1], 'R'), needed([1, 2], 'R')]).toEqual([
      null,
      null,
      'tenant_id',
    ]);
    expect([needed([], 'Boss'), needed([1], 'Boss'), needed([1, 2], 'Boss')]).toEqual([
      'tenant_id',
      null,
      'tenant_id',
    ]);
  });

  test('is demanded of whoever sees every row', () => {
    const one = of(byTenant, forBoss);
    expect(demandedTenant(somebody([1], ['Boss']), one)).toBe('tenant_id');
    expect(demandedTenant(somebody([1], ['R']), one)).toBeNull();
    expect(demandedTenant(somebody([1]), open)).toBeNull();
  });

  test('is what a reader filters by, if it is one field that they read', () => {
    const reads = (...names: readonly string[]) => ({ readable: new Set(names) }) as never as Grant;
    expect(tenantField(of(byOwner, byTenant), reads('tenant_id'))).toBe('tenant_id');
    expect(tenantField(of(byTenant), reads('a'))).toBeNull();
    expect(tenantField(of(byTenant), null)).toBeNull();
    expect(tenantField(of(byTenant, tenant('b')), reads('tenant_id', 'b'))).toBeNull();
    expect(tenantField(of(byOwner), reads('owner_id'))).toBeNull();
    expect(tenantField(open, reads('tenant_id'))).toBeNull();
  });
});

test('every row is seen by a role that a rule names for that, by no other rule', () => {
  expect(seesAll(somebody([1], ['Boss']), of(byOwner, forBoss))).toBe(true);
  expect(seesAll(somebody([1], ['R']), of(byOwner, forBoss))).toBe(false);
  // A custom rule that opens every row may not do so for the row that is written.
  expect(seesAll(somebody([1]), of(all))).toBe(false);
  expect(seesAll(somebody([1]), open)).toBe(false);
});

test('a new row gets the only tenant of its writer, and the writer as its owner', () => {
  const defaults = (tenants: readonly number[], one: ModelInfo, id = 7) =>
    Object.fromEntries(ownDefaults(acting(user({ tenants, id })), one));
  expect(defaults([3], of(byTenant, byOwner))).toEqual({ tenant_id: 3, owner_id: 7 });
  expect(defaults([3, 4], of(byTenant))).toEqual({});
  expect(defaults([], of(byTenant))).toEqual({});
  expect(defaults([], of(owner('owner_id', { preset: false })))).toEqual({});
  // The service itself is nobody's owner.
  expect(defaults([], of(byOwner), 0)).toEqual({});
  expect(defaults([3], open)).toEqual({});
});

test('owners are found by name where their rule says so', () => {
  const byName = owner('owner_id', { preset: false, byName: true });
  expect(ownersByName(of(byTenant, byName))).toEqual(['owner_id']);
  expect(ownersByName(of(byTenant, byOwner))).toEqual([]);
  expect(ownersByName(open)).toEqual([]);
});

test('a replacement keeps owners and tenants, and no other field of a rule', () => {
  expect([...keptFields(of(byOwner, byTenant, asParent('a'), all))]).toEqual([
    'owner_id',
    'tenant_id',
  ]);
  expect([...keptFields(open)]).toEqual([]);
});

test('ids of others are foreign, but to those who see every row', () => {
  const one = of(byOwner, byTenant, forBoss, asParent('b'));
  const values = { owner_id: 8, tenant_id: 3, b: 9 };
  const foreign = (kind: 'owner' | 'tenant', given: object, roles = ['R']) =>
    foreignIds(kind, given as Record<string, unknown>, somebody([1, 2], roles), one);
  expect(foreign('owner', values)).toEqual(['owner_id']);
  expect(foreign('tenant', values)).toEqual(['tenant_id']);
  expect(foreign('owner', values, ['Boss'])).toEqual([]);
  expect(foreign('owner', { owner_id: 7, tenant_id: 3 })).toEqual([]);
  expect(foreign('tenant', { owner_id: 8, tenant_id: 2 })).toEqual([]);
  expect(foreign('tenant', { owner_id: 8, tenant_id: null })).toEqual([]);
  expect(foreign('owner', {})).toEqual([]);
  expect(foreignIds('owner', values, somebody([]), open)).toEqual([]);
});

describe('a condition', () => {
  const reference = { model: 'Top', relation: 'top', key: 'id' };
  const below = model('Below', open.access, [column('top_id', { reference })]);
  const twin = model('Twin', open.access, [column('top_id', { reference })]);
  const json = column('data', { type: 'json', transformer: { to: String, from: String } });
  // Its values are the transformer's to read.
  const coded = column('code_id', { transformer: { to: String, from: String } });
  const top: ModelInfo = {
    ...model('Top', open.access, [json, coded]),
    children: [{ name: 'rows', model: 'Below', field: 'top_id' } as never],
    ones: [{ name: 'twin', model: 'Twin', field: 'top_id' } as never],
    links: [{ name: 'tags', model: 'Below' } as LinkInfo],
  };
  const models = new Map([top, below, twin].map((one) => [one.name, one]));
  const checked = (where: Where, one = top) => checkedWhere(where, one, models);
  const eq: Where = { op: 'eq', field: 'a', value: 'x' };

  test('names relations by their names, and becomes one on their fields', () => {
    const children = { op: 'children', model: 'Below', field: 'top_id', where: eq };
    expect(checked(where_.children('rows', eq))).toEqual(children);
    expect(checked(where_.linked('tags', eq))).toEqual({ op: 'linked', field: 'tags', where: eq });
    const parent = { op: 'parent', field: 'top_id', where: children };
    expect(checked(where_.parent('top', where_.children('rows', eq)), below)).toEqual(parent);
    expect(checked(where_.parent('twin', eq))).toEqual({ ...children, model: 'Twin' });
  });

  test.each<[string, Where, ModelInfo?]>([
    ['Top has no relation rows for `parent`: write `children', where_.parent('rows')],
    ['Top has no relation tags for `children`: write `linked', where_.children('tags')],
    ['Below has no relation top for `linked`: write `parent', where_.linked('top'), below],
    ['Top has no relation x for `parent`', where_.parent('x')],
    ['Below.a does not refer', { op: 'children', model: 'Below', field: 'a', where: ALL }],
    ['Below.top_id does not', { op: 'children', model: 'Below', field: 'top_id', where: ALL }, twin],
    ['there is no model X', { op: 'children', model: 'X', field: 'a', where: ALL }],
    ['Top.rows is not a many', { op: 'linked', field: 'rows', where: ALL }],
    ['Top.a is not a foreign key', { op: 'parent', field: 'a', where: ALL }],
    ['Top.a is not a foreign key', where_.asParent('a')],
    ['Top has no column x', where_.isNull('x')],
    ['Top has no column x', where_.same('a', 'x')],
    ['Top has no column x', where_.same('x', 'a')],
    ['Top has no column x', { op: 'words', fields: ['a', 'x'], words: ['w'] }],
    ['Top has no column x', { op: 'contains', field: 'x', value: 'w' }],
    ['contains needs a string', { op: 'contains', field: 'a', value: 1 as never }],
    ['owner_id is not a text column', { op: 'startsWith', field: 'owner_id', value: '1' }],
    ['owner_id cannot be compared with string', { op: 'in', field: 'owner_id', values: [1, '2'] }],
    ['a cannot be compared with number', { op: 'lt', field: 'a', value: 1 }],
    ['data cannot be compared with undefined', { op: 'eq', field: 'data', value: undefined as never }],
    ['data cannot be compared with object', { op: 'eq', field: 'data', value: null as never }],
    ['not a condition', { op: 'x' } as never],
  ])('is refused where it does not fit: %s', (message, where, one) => {
    expect(() => checked(where, one)).toThrow(message);
  }); // prettier-ignore

  test('on an unknown relation is refused without advice', () => {
    expect(() => checked(where_.parent('x'))).toThrow(/^Top has no relation x for `parent`$/);
  });

  test('is taken as it is where it fits', () => {
    const fitting: Where[] = [
      ALL,
      { op: 'none' },
      { op: 'null', field: 'a' },
      { op: 'same', field: 'a', other: 'b' },
      { op: 'contains', field: 'owner_id', value: '1' },
      { op: 'startsWith', field: 'a', value: 'x' },
      { op: 'words', fields: ['a', 'b'], words: ['w'] },
      { op: 'eq', field: 'data', value: { b: 1 } },
      { op: 'eq', field: 'code_id', value: 'x' },
      { op: 'in', field: 'owner_id', values: [1, 2] },
      { op: 'children', model: 'Below', field: 'top_id', where: eq },
      { op: 'linked', field: 'tags', where: eq },
    ];
    for (const where of fitting) expect(checked(where)).toEqual(where);
  });
});
