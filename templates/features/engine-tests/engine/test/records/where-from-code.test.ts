import { describe, expect, test } from 'vitest';
import { createPolicy } from '../../access/policy.js';
import { owner, type AccessRules } from '../../model/access-rules.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import type { WhereInput } from '../../model/records.js';
import { where as build, type Where } from '../../model/where.js';
import type { Core, Granted } from '../../records/scope.js';
import { fitWhere, readable, readableWhere } from '../../records/conditions/where-from-code.js';
import { column, model, user } from '../fixtures/plain-model.js';

const rules = (more: Partial<AccessRules> = {}): AccessRules => ({
  roles: {},
  rows: null,
  fields: {},
  ...more,
});
const reference = { model: 'Top', relation: 'top', key: 'id' };
const task: ModelInfo = {
  ...model('Task', rules({ fields: { b: { read: [] }, secret_id: { read: [] } } }), [
    column('top_id', { reference }),
    column('secret_id', { reference: { model: 'Top', relation: 'secret', key: 'id' } }),
    column('closed_id', { reference: { model: 'Closed', relation: 'closed', key: 'id' } }),
    column('data', { type: 'json' }),
    column('code_id', { transformer: { to: String, from: String } }),
    column('day', { type: 'datetime' }),
  ]),
  links: [{ name: 'tags', model: 'Top' } as LinkInfo],
};
const top: ModelInfo = {
  ...model('Top', rules({ rows: [owner('owner_id')] })),
  children: [
    { name: 'tasks', model: 'Task', field: 'top_id' },
    { name: 'secrets', model: 'Task', field: 'secret_id' },
  ] as never,
};
const closed = model('Closed', rules({ roles: { '*': [] } }));
const byField = model('ByField', rules(), [column('op'), column('field')]);
const all = [task, top, closed, byField];
const byName = new Map(all.map((one) => [one.name, one]));
const core = { byName, model: (name: string) => byName.get(name)! } as never as Core;
const policy = createPolicy(all, () => new Map([['R', ['GET']]]));
const own: Where = { op: 'eq', field: 'owner_id', value: 7 };
const eq: Where = { op: 'eq', field: 'a', value: 'x' };

function allowedOn(one: ModelInfo): Granted {
  const who = user();
  const grant = policy.grant(who, 'list', one)!;
  return { core, access: policy, user: who, model: one, context: {}, grant };
}

const asked = (input: WhereInput<object> | undefined, one = task): Where =>
  readableWhere(input, allowedOn(one));

describe('a condition from code', () => {
  test('is a function, an object of values, or a condition', () => {
    expect(asked(undefined)).toEqual({ op: 'all' });
    expect(asked({ op: 'none' } as never)).toEqual({ op: 'none' });
    expect(asked(((one: typeof build) => one.eq('a', 'x')) as never)).toEqual(eq);
    expect(asked({ a: 'x' } as never)).toEqual(eq);
    expect(asked({ a: 'x', owner_id: null } as never)).toEqual({
      op: 'and',
      items: [eq, { op: 'null', field: 'owner_id' }],
    });
    const day = new Date(0);
    expect(asked({ day } as never)).toMatchObject({ op: 'eq', value: day.toISOString() });
    expect(asked({ data: [1, null] } as never)).toMatchObject({ op: 'eq', value: [1, null] });
  });

  test('lists values, of which null is none', () => {
    const some = (...values: readonly string[]) => ({ op: 'in', field: 'a', values });
    expect(asked({ a: ['x', 'y'] } as never)).toEqual(some('x', 'y'));
    expect(asked({ a: [] } as never)).toEqual(some());
    expect(asked({ a: ['x', null] } as never)).toEqual({
      op: 'or',
      items: [{ op: 'null', field: 'a' }, some('x')],
    });
  });

  test('has a value for each field, and no doubt about what it is', () => {
    expect(() => asked({ a: undefined } as never)).toThrow('on `a` has no value');
    expect(() => asked({ op: 'x', field: 'a' } as never, byField)).toThrow('has a field `op`');
    expect(asked({ field: 'x' } as never, byField)).toMatchObject({ op: 'eq', field: 'field' });
  });

  test.each<[string, Where]>([
    ['b', { op: 'null', field: 'b' }],
    ['b', { op: 'eq', field: 'b', value: 'x' }],
    ['b', { op: 'in', field: 'b', values: ['x'] }],
    ['b', { op: 'gte', field: 'b', value: 'x' }],
    ['b', { op: 'contains', field: 'b', value: 'x' }],
    ['b', { op: 'startsWith', field: 'b', value: 'x' }],
    ['b', { op: 'same', field: 'b', other: 'a' }],
    ['b', { op: 'same', field: 'a', other: 'b' }],
    ['b', { op: 'words', fields: ['a', 'b'], words: ['x'] }],
    ['b', { op: 'not', item: { op: 'null', field: 'b' } }],
    ['secret_id', { op: 'rule', field: 'secret_id' }],
    ['secret_id', { op: 'parent', field: 'secret_id', where: eq }],
    ['secret_id', build.parent('secret')],
    ['secret_id', build.parent('top', build.children('secrets'))],
  ])('asks for no field that its reader may not read: %s, %j', (field, where) => {
    expect(() => asked(where as never)).toThrow(`You may not read Task.${field}.`);
  });

  test('asks for no records of a model that its reader may not list', () => {
    expect(() => asked(build.parent('closed') as never)).toThrow('You may not list closed records');
  });

  test('matches only those related records that its reader sees', () => {
    const parent = { op: 'parent', field: 'top_id' };
    expect(asked(build.parent('top', eq) as never)).toEqual({
      ...parent,
      where: { op: 'and', items: [own, eq] },
    });
    expect(asked(build.parent('top') as never)).toEqual({ ...parent, where: own });
    expect(asked(build.linked('tags', eq) as never)).toMatchObject({
      where: { op: 'and', items: [own, eq] },
    });
    expect(asked(build.children('tasks', eq) as never, top)).toMatchObject({
      op: 'children',
      where: eq,
    });
    expect(asked(build.asParent('top_id') as never)).toEqual({ ...parent, where: own });
    // The service itself sees all.
    const system = { ...allowedOn(task), access: { ...policy, rowWhere: () => eq } };
    expect(readableWhere(build.asParent('top_id') as never, system)).toEqual({
      ...parent,
      where: eq,
    });
  });
});

describe.each([
  ['that its reader may know', asked],
  ['on any field', (where: unknown) => fitWhere(where as Where, task, core)],
])('values of a condition %s', (_, fit) => {
  const fitted = (where: Where) => fit(where as never);

  test('have the form of their columns', () => {
    const day = { op: 'lt', field: 'day', value: '2026-01-01T00:00:00Z' } as const;
    expect(fitted(day)).toEqual({ ...day, value: '2026-01-01T00:00:00.000Z' });
    const days = { op: 'in', field: 'day', values: [day.value] } as const;
    expect(fitted(days)).toEqual({ ...days, values: ['2026-01-01T00:00:00.000Z'] });
    const code: Where = { op: 'eq', field: 'code_id', value: 'x' };
    expect(fitted(code)).toEqual(code);
    for (const where of [{ op: 'none' }, { op: 'null', field: 'a' }, eq] as const)
      expect(fitted(where)).toEqual(where);
    const texts: Where[] = [
      { op: 'contains', field: 'a', value: 'x' },
      { op: 'startsWith', field: 'a', value: 'x' },
      { op: 'words', fields: ['a'], words: ['x', 'y'] },
    ];
    for (const where of texts) expect(fitted(where)).toEqual(where);
  });

  test.each<[string, Where]>([
    ['owner_id cannot be compared', { op: 'eq', field: 'owner_id', value: 0.5 }],
    ['day cannot be compared', { op: 'gt', field: 'day', value: 'tomorrow' }],
    ['day cannot be compared', { op: 'in', field: 'day', values: ['2026-01-01', 'tomorrow'] }],
    ['the value for a contains NUL', { op: 'contains', field: 'a', value: 'x\0' }],
    ['the value for a contains NUL', { op: 'startsWith', field: 'a', value: '\ud800' }],
    ['the search words contain NUL', { op: 'words', fields: ['a'], words: ['x', '\0'] }],
    ['the value for a', { op: 'parent', field: 'top_id', where: { op: 'contains', field: 'a', value: '\0' } }],
  ])('are refused where no row can have them: %s', (message, where) => {
    expect(() => fitted(where)).toThrow(message);
  }); // prettier-ignore
});

test('a condition of the project’s own code may ask for any field, and for all rows', () => {
  const fit = (where: Where) => fitWhere(where, task, core);
  const hidden: Where = { op: 'eq', field: 'b', value: 'x' };
  expect(fit(hidden)).toEqual(hidden);
  expect(fit(build.parent('top', eq))).toEqual({ op: 'parent', field: 'top_id', where: eq });
  expect(() => fit(build.isNull('x'))).toThrow('Task has no column x');
});

test('a field that a model does not have is named, with the nearest one', () => {
  expect(() => readable('ownr_id', allowedOn(task))).toThrow(
    'Task has no field ownr_id; did you mean owner_id',
  );
});
