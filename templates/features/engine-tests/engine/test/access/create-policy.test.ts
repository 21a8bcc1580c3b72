import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ACTIONS,
  actionsOf,
  allFor,
  asParent,
  custom,
  defineAccess,
  owner,
  tenant,
  type Action,
  type CurrentUser,
  type RowRule,
} from '../../model/access-rules.js';
import { SYSTEM_ACCESS, SYSTEM_USER, createPolicy } from '../../access/policy.js';
import { ownDefaults } from '../../access/row-rules.js';
import { checkModels } from '../../model/check-models.js';
import type { LinkInfo, ModelInfo } from '../../model/model-info.js';
import { ALL, type Where } from '../../model/where.js';
import { acting, child, column, model, user } from '../fixtures/plain-model.js';

const everybody = () => new Map([['R', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']]]);
const rowsOf = (rows: readonly RowRule[] | null, who = user()): Where =>
  createPolicy([], everybody).rowWhere(acting(who), model('M', { roles: {}, rows, fields: {} }));

describe('roles, exceptions and fields', () => {
  const ROLES = ['R', 'S', 'T', 'constructor', '*'];
  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const some = <T>(values: readonly T[]) => fc.subarray([...values]);
  const dictionary = <T>(keys: readonly string[], value: fc.Arbitrary<T>) =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), {
        selector: ([key]) => key,
        maxLength: 4,
      })
      .map((pairs) => new Map(pairs));
  const fieldRule = fc.record({ read: some(ROLES), write: some(ROLES) }, { requiredKeys: [] });

  test('are as their plain meaning says', () => {
    let granted = 0;
    fc.assert(
      fc.property(
        dictionary(ROLES.slice(0, 4), some(METHODS)),
        dictionary(ROLES, some(ACTIONS)),
        dictionary(['a', 'b'], fieldRule),
        some([...ROLES, 'Ghost']),
        fc.constantFrom(...ACTIONS),
        (global, exceptions, fields, roles, action: Action) => {
          const access = {
            roles: Object.fromEntries(exceptions),
            rows: null,
            fields: Object.fromEntries(fields),
          };
          const one = model('M', access);
          const grant = createPolicy([one], () => global).grant(user({ roles }), action, one);

          const passing = (wanted: Action) =>
            roles.filter((role) => {
              if (!global.has(role) || !actionsOf(global.get(role)!).includes(wanted)) return false;
              const exception = exceptions.has(role) ? exceptions.get(role) : exceptions.get('*');
              return exception === undefined || exception.includes(wanted);
            });
          const [acting, showing] = [passing(action), passing('show')];
          expect(grant !== null).toBe(acting.length > 0);
          if (!grant) return;
          granted += 1;
          expect(grant.shows).toBe(showing.length > 0);
          // What a write tells of a record that is there is what showing it tells.
          const ofRecord = grant.shows && ['edit', 'delete'].includes(action);
          for (const name of ['a', 'b']) {
            const listed = (by: readonly string[], list?: readonly string[]) =>
              !list || by.some((role) => list.includes(role));
            const reading = ofRecord ? showing : acting;
            expect(grant.readable.has(name)).toBe(listed(reading, fields.get(name)?.read));
            expect(grant.writable.has(name)).toBe(listed(acting, fields.get(name)?.write));
          }
          expect([grant.readable.has('id'), grant.writable.has('id')]).toEqual([true, false]);
        },
      ),
      { numRuns: 5000 },
    );
    expect(granted).toBeGreaterThan(500);
  });

  test('change at once when the roles do', () => {
    const one = model('M', defineAccess({}));
    let roles = everybody();
    const policy = createPolicy([one], () => roles);
    expect(policy.grant(user(), 'list', one)).not.toBeNull();
    roles = new Map([['R', ['POST']]]);
    expect(policy.grant(user(), 'list', one)).toBeNull();
    roles = new Map();
    expect(policy.grant(user(), 'create', one)).toBeNull();
  });

  test('the fields of a grant are found once for a list of roles, until roles change', () => {
    const one = model('M', defineAccess({}));
    let roles = everybody();
    const policy = createPolicy([one], () => roles);
    const who = user();
    const readable = () => policy.grant(who, 'list', one)!.readable;
    const first = readable();
    expect(readable()).toBe(first);
    expect(policy.grant(user(), 'list', one)!.readable).not.toBe(first);
    roles = everybody();
    expect(readable()).not.toBe(first);
    expect(readable()).toBe(readable());
  });

  test('no rule hides the id, nor opens a column that no response has', () => {
    const fields = { id: { read: [] }, pin: { read: ['R'], write: ['R'] } };
    const hidden = column('pin', { role: 'hidden' });
    const one = model('M', { roles: {}, rows: null, fields }, [hidden]);
    const grant = createPolicy([one], everybody).grant(user(), 'edit', one)!;
    expect([grant.readable.has('id'), grant.readable.has('pin')]).toEqual([true, false]);
    expect(grant.writable.has('pin')).toBe(false);
  });

  test('computed fields are read, virtual fields are written, and links are both', () => {
    const extra = { ...column('sum'), type: 'integer' as const, required: false, compute: null };
    const one: ModelInfo = {
      ...model('M', { roles: {}, rows: null, fields: {} }),
      extras: [
        { ...extra, compute: () => 1 },
        { ...extra, name: 'password', compute: null },
      ],
      links: [{ name: 'tags' } as LinkInfo],
    };
    const { readable, writable } = createPolicy([one], everybody).grant(user(), 'edit', one)!;
    const names = ['sum', 'password', 'tags'];
    expect(names.filter((name) => readable.has(name))).toEqual(['sum', 'tags']);
    expect(names.filter((name) => writable.has(name))).toEqual(['password', 'tags']);
  });

  test('the service itself reads and writes whatever rules say, and sees every row', () => {
    const fields = { a: { read: [], write: [] } };
    const hidden = column('pin', { role: 'hidden' });
    const access = { roles: { '*': [] }, rows: [owner('owner_id', { write: false })], fields };
    const one = model('M', access, [hidden]);
    expect(SYSTEM_ACCESS.unbound).toBe(true);
    for (const action of ACTIONS) {
      const grant = SYSTEM_ACCESS.grant(SYSTEM_USER, action, one)!;
      expect(grant).toMatchObject({ where: ALL, isRestricted: false, shows: true });
      expect([...grant.readable]).toEqual(['id', 'a', 'b', 'owner_id', 'tenant_id']);
      expect([...grant.writable]).toEqual(['a', 'b', 'owner_id', 'tenant_id', 'pin']);
    }
  });

  test('credentials with limits allow no more than these, and limit nothing else', () => {
    const one = model('M', defineAccess({}));
    const other = model('N', defineAccess({}));
    const global = everybody();
    const policy = createPolicy([one, other], () => global);
    const roles = ['R'];
    const limits = { models: ['m'], readOnly: true };
    const may = (who: CurrentUser, action: Action, of: ModelInfo) =>
      policy.grant(who, action, of) !== null;
    // The roles are the list of the account both times.
    const [whole, limited] = [user({ roles }), user({ roles, limits })];
    for (const who of [whole, limited, whole])
      expect([may(who, 'list', one), may(who, 'edit', one), may(who, 'list', other)]).toEqual(
        who === whole ? [true, true, true] : [true, false, false],
      );
    expect(policy.passingRoles(limited, 'show', one)).toEqual(['R']);
    expect(policy.passingRoles(limited, 'delete', one)).toEqual([]);
  });

  test('an owner is preset, unless the rule is for rows that others create', () => {
    const presets = (rule: RowRule) => {
      const access = { roles: {}, rows: [rule], fields: {} };
      return [...ownDefaults({ user: user(), roles: [] }, model('M', access))];
    };
    expect(presets(owner('owner_id'))).toEqual([['owner_id', user().id]]);
    expect(presets(owner('owner_id', { write: false }))).toEqual([['owner_id', user().id]]);
    expect(presets(owner('owner_id', { preset: false }))).toEqual([]);
  });

  test('an owner field without `write` is nobody’s to give away', () => {
    const one = model(
      'M',
      defineAccess<{ owner_id: number }>({ rows: [owner('owner_id', { write: false })] }),
    );
    expect(
      createPolicy([one], everybody).grant(user(), 'edit', one)?.writable.has('owner_id'),
    ).toBe(false);
  });
});

describe('row rules', () => {
  test('are any-of; none at all is no filtering, an empty list lets nothing through', () => {
    expect(rowsOf(null)).toEqual({ op: 'all' });
    expect(rowsOf([])).toEqual({ op: 'none' });
    expect(rowsOf([owner('owner_id'), tenant('tenant_id')])).toEqual({
      op: 'or',
      items: [
        { op: 'eq', field: 'owner_id', value: 7 },
        { op: 'in', field: 'tenant_id', values: [1, 2] },
      ],
    });
  });

  const broken = user({ id: undefined as never, tenants: undefined as never });
  test.each<[string, RowRule, CurrentUser]>([
    ['throws', custom(() => { throw new Error('x'); }), user()],
    ['answers nothing', custom(() => undefined as never), user()],
    ['answers a promise', custom((async () => ALL) as never), user()],
    ['answers true', custom(() => true as never), user()],
    ['is no condition', custom(() => ({ op: 'x' }) as never), user()],
    ['has no value', custom((who) => ({ op: 'eq', field: 'a', value: (who as never)['team'] })), user()],
    ['has no value under not', custom((who) => ({ op: 'not', item: { op: 'eq', field: 'a', value: (who as never)['team'] } })), user()],
    ['has null under not', custom(() => ({ op: 'not', item: { op: 'eq', field: 'a', value: null as never } })), user()],
    ['has NaN', custom(() => ({ op: 'not', item: { op: 'gt', field: 'owner_id', value: NaN } })), user()],
    ['has a text for a number', custom(() => ({ op: 'not', item: { op: 'eq', field: 'owner_id', value: 'x' } })), user()],
    ['names no field', custom(() => ({ op: 'not', item: { op: 'eq', field: 'c', value: 'x' } })), user()],
    ['names __proto__', custom(() => ({ op: 'not', item: { op: 'null', field: '__proto__' } })), user()],
    ['builds on a missing value', custom<{ a: string }>((who, where) => where.ne('a', (who as never)['team'])), user()],
    ['lacks the items', custom(() => ({ op: 'and' }) as never), user()],
    ['goes by an owner that is undefined', owner('owner_id'), broken],
    ['goes by tenants that are undefined', tenant('tenant_id'), broken],
    ['follows no parent', asParent('owner_id'), user()],
  ])('a rule that %s lets nothing through', (_name, rule, who) => {
    expect(rowsOf([rule], who)).toEqual({ op: 'none' });
  }); // prettier-ignore

  test('nobody’s tenant is no tenant', () => {
    expect(rowsOf([tenant('tenant_id')], user({ tenants: [] }))).toMatchObject({
      op: 'in',
      values: [],
    });
  });

  test('follow the parent over any number of levels', () => {
    const top = model('Top', { roles: {}, rows: [owner('owner_id')], fields: {} });
    const [middle, leaf] = [child('Middle', 'Top'), child('Leaf', 'Middle')];
    expect(createPolicy([top, middle, leaf], everybody).rowWhere(acting(user()), leaf)).toEqual({
      op: 'parent',
      field: 'up_id',
      where: { op: 'parent', field: 'up_id', where: { op: 'eq', field: 'owner_id', value: 7 } },
    });
  });

  test('in a circle are refused at start, and deny where they only show at run time', () => {
    const [one, two] = [child('One', 'Two'), child('Two', 'One')];
    expect(() => checkModels([one, two])).toThrow(
      /One: its row rules follow each other in a cycle/,
    );
    expect(createPolicy([one, two], everybody).rowWhere(acting(user()), one)).toMatchObject({
      op: 'parent',
      where: { op: 'none' },
    });
  });

  test('in a circle of three deny, too', () => {
    const circle = [child('One', 'Two'), child('Two', 'Three'), child('Three', 'One')];
    const failures: string[] = [];
    const policy = createPolicy(circle, everybody, (what, error) =>
      failures.push(`${what}: ${(error as Error).message}`),
    );
    expect(policy.rowWhere(acting(user()), circle[0]!)).toEqual({
      op: 'parent',
      field: 'up_id',
      where: { op: 'parent', field: 'up_id', where: { op: 'none' } },
    });
    expect(failures).toEqual(['row rule 1 of Three: rules in a cycle']);
  });

  test('that fail below a `not` of another model open nothing', () => {
    const failing = custom(() => {
      throw new Error('no team');
    });
    const top = model('Top', { roles: {}, rows: [failing], fields: {} });
    const middle = model('Middle', { roles: {}, rows: null, fields: {} }, [
      column('top_id', { reference: { model: 'Top', relation: 'top', key: 'id' } }),
    ]);
    const inner: Where = { op: 'rule', field: 'top_id' };
    const ofMiddle: Where = { op: 'parent', field: 'up_id', where: inner };
    const whereOf = (where: Where) => {
      const reference = { model: 'Middle', relation: 'up', key: 'id' };
      const access = { roles: {}, rows: [custom(() => where)], fields: {} };
      const leaf = model('Leaf', access, [column('up_id', { reference })]);
      return createPolicy([top, middle, leaf], everybody).rowWhere(acting(user()), leaf);
    };
    expect(whereOf({ op: 'not', item: ofMiddle })).toEqual({ op: 'none' });
    expect(whereOf(ofMiddle)).toEqual({
      ...ofMiddle,
      where: { op: 'parent', field: 'top_id', where: { op: 'none' } },
    });
  });

  test('see no other record that is soft-deleted', () => {
    const exists: Where = { op: 'null', field: 'b' };
    const parent = { ...model('Top', { roles: {}, rows: null, fields: {} }), exists };
    const inner: Where = { op: 'eq', field: 'a', value: 'x' };
    const rows = [custom(() => ({ op: 'parent', field: 'up_id', where: inner }))];
    const reference = { model: 'Top', relation: 'up', key: 'id' };
    const one = model('M', { roles: {}, rows, fields: {} }, [column('up_id', { reference })]);
    expect(createPolicy([parent, one], everybody).rowWhere(acting(user()), one)).toEqual({
      op: 'parent',
      field: 'up_id',
      where: { op: 'and', items: [exists, inner] },
    });
  });
});

describe('every row for some roles', () => {
  const rows = [tenant('tenant_id'), allFor('Support', 'Boss')];
  const ofTenants = { op: 'in', field: 'tenant_id', values: [1, 2] };
  const global = new Map([
    ['Boss', ['GET']],
    ['Clerk', ['GET', 'POST', 'PATCH']],
  ]);
  const one = model('M', { roles: {}, rows, fields: {} });
  const whereOf = (roles: readonly string[], action: Action, of = one) =>
    createPolicy([of], () => global).grant(user({ roles }), action, of)?.where;

  test('are open to those, and to nobody else', () => {
    expect(whereOf(['Boss'], 'list')).toBe(ALL);
    expect(whereOf(['Clerk'], 'list')).toEqual(ofTenants);
    const restricted = (roles: readonly string[]) =>
      createPolicy([one], () => global).grant(user({ roles }), 'list', one)!.isRestricted;
    expect([restricted(['Boss']), restricted(['Clerk'])]).toEqual([false, true]);
    // Every row of soft-deleted ones is none.
    const exists: Where = { op: 'null', field: 'a' };
    expect(whereOf(['Boss'], 'list', { ...one, exists })).toBe(exists);
  });

  test('no role lends its rows to what only another one may do', () => {
    const both = ['Boss', 'Clerk'];
    expect(whereOf(both, 'show')).toBe(ALL);
    expect(whereOf(both, 'edit')).toEqual(ofTenants);
    expect(whereOf(['Boss'], 'edit')).toBeUndefined();
    // A role by whose name nothing is allowed any more opens nothing, nor does one that the model stops.
    expect(whereOf(['Support', 'Clerk'], 'show')).toEqual(ofTenants);
    const stopped = model('M', { roles: { Boss: ['list'] }, rows, fields: {} });
    expect(whereOf(both, 'show', stopped)).toEqual(ofTenants);
    expect(whereOf(both, 'list', stopped)).toBe(ALL);
  });

  test('are followed by rules as the parent’s', () => {
    const leaf = child('Leaf', 'M');
    const where = (roles: readonly string[]) =>
      createPolicy([one, leaf], () => global).grant(user({ roles }), 'list', leaf)!.where;
    expect(where(['Boss'])).toEqual({ op: 'parent', field: 'up_id', where: ALL });
    expect(where(['Clerk'])).toEqual({ op: 'parent', field: 'up_id', where: ofTenants });
  });

  test('name roles, neither everybody nor nobody', () => {
    for (const role of ['*', ' ']) {
      const wrong = model('Wrong', { roles: {}, rows: [allFor(role)], fields: {} });
      expect(() => checkModels([wrong])).toThrow(/Wrong: a row rule must name its roles/);
    }
    expect(() => checkModels([one])).not.toThrow();
  });
});

describe('rules for some roles', () => {
  const rows = [
    tenant('tenant_id', { roles: ['Office'] }),
    owner('owner_id', { roles: ['Teacher'] }),
    owner('owner_id', { roles: ['Tutor'], preset: false }),
    custom<{ a: string | null }>((_user, where) => where.isNull('a'), { roles: ['Guest'] }),
    allFor('Boss'),
  ];
  const one = model('M', { roles: {}, rows, fields: {} });
  const names = ['Boss', 'Office', 'Teacher', 'Tutor', 'Guest', 'Other'];
  const global = new Map(names.map((name) => [name, ['GET', 'POST']]));
  const whereOf = (roles: readonly string[], of = one) =>
    createPolicy([of], () => global).grant(user({ roles }), 'list', of)?.where;
  const ofTenants = { op: 'in', field: 'tenant_id', values: [1, 2] };
  const own = { op: 'eq', field: 'owner_id', value: 7 };

  test('count for these alone: a role that no rule names sees nothing', () => {
    expect(whereOf(['Office'])).toEqual(ofTenants);
    expect(whereOf(['Teacher'])).toEqual(own);
    expect(whereOf(['Tutor'])).toEqual(own);
    expect(whereOf(['Guest'])).toEqual({ op: 'null', field: 'a' });
    expect(whereOf(['Office', 'Teacher'])).toEqual({ op: 'or', items: [ofTenants, own] });
    expect(whereOf(['Boss'])).toBe(ALL);
    expect(whereOf(['Other'])).toEqual({ op: 'none' });
  });

  test('are followed by rules as the parent’s, and may be of these themselves', () => {
    const follow = (roles: readonly string[]) => {
      const up = { reference: { model: 'M', relation: 'up', key: 'id' } };
      const rules = [asParent('up_id', { roles: ['Office', 'Teacher'] })];
      const below = model('Below', { roles: {}, rows: rules, fields: {} }, [column('up_id', up)]);
      return createPolicy([one, below], () => global).grant(user({ roles }), 'list', below)?.where;
    };
    expect(follow(['Teacher'])).toEqual({ op: 'parent', field: 'up_id', where: own });
    expect(follow(['Boss'])).toEqual({ op: 'none' });
  });

  test('make the writer the owner in these roles alone', () => {
    const defaults = (roles: readonly string[], tenants: readonly number[]) =>
      Object.fromEntries(ownDefaults({ user: user({ roles, tenants }), roles }, one));
    expect(defaults(['Teacher'], [1])).toEqual({ owner_id: 7, tenant_id: 1 });
    expect(defaults(['Office'], [1])).toEqual({ tenant_id: 1 });
    expect(defaults(['Other'], [1, 2])).toEqual({});
    expect(defaults(['Tutor'], [1, 2])).toEqual({});
  });

  test('name roles, neither everybody nor nobody', () => {
    const wrong = model('Wrong', {
      roles: {},
      rows: [owner('owner_id', { roles: ['*'] })],
      fields: {},
    });
    expect(() => checkModels([wrong])).toThrow(/Wrong: a row rule must name its roles/);
  });
});

describe('models that do not fit', () => {
  test('are named all at once', () => {
    const wrong = model(
      'Wrong',
      { roles: {}, rows: [owner('ownr_id')], fields: { aa: { read: [] } } },
      [column('x_id', { reference: { model: 'Nowhere', relation: 'x', key: 'id' } })],
    );
    expect(() => checkModels([wrong])).toThrow(
      /Nowhere is not registered[^]*aa[^]*ownr_id; did you mean owner_id/,
    );
  });
});

test('access files are typed by their entity', () => {
  class Row {
    id!: number;
    owner_id!: number;
    name!: string | null;
  }
  const rules = defineAccess<Row>({
    // @ts-expect-error -- no such field
    rows: [owner('owned_by'), custom((who, where) => where.eq('name', who.username))],
    // @ts-expect-error -- no such field
    fields: { nmae: { read: [] } },
  });
  // @ts-expect-error -- a number for a text
  defineAccess<Row>({ rows: [custom((who, where) => where.eq('name', who.id))] });
  expect(rules.rows).toHaveLength(2);
});
