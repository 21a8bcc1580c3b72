import { describe, expect, test, vi } from 'vitest';
import { SYSTEM_USER } from '../../access/policy.js';
import {
  below,
  ceilingHooks,
  ceilingOf,
  isGiven,
  keepBelow,
  refuseGifts,
  roleCeilingHooks,
  type Ceiling,
} from '../../auth/ceiling.js';
import { Role } from '../../auth/entities.js';
import type { CurrentUser } from '../../model/access-rules.js';
import { ALL } from '../../model/where.js';
import { problemOf } from '../fixtures/open-library.js';
import { User } from '../fixtures/user.model.js';

const helper: CurrentUser = { id: 7, username: 'hal', roles: ['Helper'], tenants: [1] };
const root: CurrentUser = { ...helper, id: 1, roles: ['Helper', 'Admin'] };
const gives = { Leader: ['Viewer', 'Helper', 'Admin'], Mute: [] };
const ceiling: Ceiling = { roles: ['Helper'], tenants: [1] };

/** The refusal of a write: its code, or the fields that it names, each with its code; nothing for one that is done. */
async function refusal(work: () => unknown): Promise<readonly string[]> {
  const problem = await problemOf((async () => work())());
  if (problem === null) return [];
  const told = problem.problems.map(({ field, code }) => `${field} ${code}`);
  return told.length > 0 ? told : [String(problem.members['code'])];
}

describe('a ceiling', () => {
  test('is of the roles that somebody gives, by default those that they have', () => {
    const of = (...roles: readonly string[]) => ceilingOf({ ...helper, roles }, { gives });
    expect(of('Helper')).toEqual(ceiling);
    expect(of('Leader')).toEqual({ roles: ['Viewer', 'Helper'], tenants: [1] });
    expect(of('Helper', 'Leader')?.roles).toEqual(['Helper', 'Viewer']);
    expect(of('Mute')?.roles).toEqual([]);
    expect(of('constructor')?.roles).toEqual(['constructor']);
    expect(ceilingOf(helper, {})).toEqual(ceiling);
  });

  test('is not over Admins, nor over the service itself', () => {
    expect(ceilingOf(root, { gives })).toBeNull();
    expect(ceilingOf({ ...helper, id: SYSTEM_USER.id }, {})).toBeNull();
    expect(isGiven(null, 'Admin')).toBe(true);
    expect(isGiven(ceiling, 'Helper')).toBe(true);
    expect(isGiven(ceiling, 'Admin')).toBe(false);
  });

  test('is over users without any role or tenant beyond it', () => {
    expect(below(null)).toEqual(ALL);
    const hasOnly = (field: string, key: string, values: readonly unknown[]) => {
      const beyond = { op: 'not', item: { op: 'in', field: key, values } };
      return { op: 'not', item: { op: 'linked', field, where: beyond } };
    };
    const both = [hasOnly('roles', 'name', ['Helper']), hasOnly('tenants', 'id', [1])];
    expect(below(ceiling)).toEqual({ op: 'and', items: both });
  });
});

/** The users of the service: how many of them match a condition, and the conditions that were asked about. */
function users(matching: number) {
  const count = vi.fn(async (_: { where: unknown }) => matching);
  return { count, system: vi.fn(() => ({ count })) as never };
}

test('a user is kept below a ceiling', async () => {
  const keep = async (over: Ceiling | null, matching: number) => {
    const { system, count } = users(matching);
    const told = await refusal(() => keepBelow(over, 5, { user: User, system }));
    return { told, wheres: count.mock.calls.map(([{ where }]) => where) };
  };
  expect(await keep(null, 0)).toEqual({ told: [], wheres: [] });
  const { items } = below(ceiling) as { items: readonly unknown[] };
  const where = {
    op: 'and',
    items: [
      { op: 'and', items },
      { op: 'eq', field: 'id', value: 5 },
    ],
  };
  expect(await keep(ceiling, 1)).toEqual({ told: [], wheres: [where] });
  expect(await keep(ceiling, 0)).toEqual({ told: ['may-not'], wheres: [where] });
});

describe('a write of a user', () => {
  const before = {
    ...{ id: 5, username: 'ann', email: 'a@x.test', password_hash: 'h', status: 'Active' },
    ...{ roles: ['Helper'], tenants: [1], first_name: 'Ann' },
  };
  /** The refusal of a change of a user who is above the ceiling of the writer. */
  const change = (values: object, user: CurrentUser = helper, was: object | null = before) =>
    refusal(() => {
      const hooks = ceilingHooks(User, { gives });
      return hooks.beforeSave({ values, before: was, user, system: users(0).system } as never);
    });

  test.each([
    { username: 'new' },
    { email: 'new@x.test' },
    { email: null },
    { password_hash: 'new' },
    { status: 'Inactive' },
    { roles: [] },
    { tenants: [] },
    { roles: ['Helper'], tenants: [] },
  ])('needs reach if it changes %j', async (values) => {
    expect(await change(values)).toEqual(['may-not']);
    expect(await change(values, root)).toEqual([]);
  });

  test.each([
    {},
    { first_name: 'new' },
    { username: 'ann', email: 'a@x.test', password_hash: 'h', status: 'Active' },
    { roles: ['Helper'], tenants: [1] },
  ])('needs no reach if it sends %j', async (values) => {
    expect(await change(values)).toEqual([]);
  });

  test('needs reach to give a role to others, which must be one to give', async () => {
    expect(await change({ roles: ['Helper'] }, helper, { ...before, roles: [] })).toEqual([
      'may-not',
    ]);
    expect(await change({ tenants: [1] }, helper, { ...before, tenants: [] })).toEqual(['may-not']);
    const below = users(1).system;
    const { beforeSave } = ceilingHooks(User, { gives });
    const event = { values: { roles: ['Admin'] }, before, user: helper, system: below };
    expect(await refusal(() => beforeSave(event as never))).toEqual(['roles not-given']);
  });

  test('needs none for the own sign-in in person, but for the own rights', async () => {
    const self = { ...before, id: helper.id };
    expect(await change({ username: 'new' }, helper, self)).toEqual([]);
    expect(await change({ roles: [] }, helper, self)).toEqual(['may-not']);
    const byKey = { ...helper, limits: {} as never };
    expect(await change({ username: 'new' }, byKey, self)).toEqual(['may-not']);
    expect(await change({ first_name: 'new' }, byKey, self)).toEqual([]);
  });

  test('needs none if the user is new, whose rights are given', async () => {
    expect(await change({ username: 'new', roles: ['Helper'] }, helper, null)).toEqual([]);
    expect(await change({ username: 'new', roles: ['Admin'] }, helper, null)).toEqual([
      'roles not-given',
    ]);
    expect(await change({ username: 'new', roles: ['Admin'] }, root, null)).toEqual([]);
  });

  test('needs reach if it deletes the user', async () => {
    const remove = (user: CurrentUser) =>
      refusal(() =>
        ceilingHooks(User, { gives }).beforeDelete({
          ...{ before, user, system: users(0).system },
        } as never),
      );
    expect(await remove(helper)).toEqual(['may-not']);
    expect(await remove(root)).toEqual([]);
  });
});

describe('roles and tenants beyond a ceiling', () => {
  const told = async (values: object, before: object | null = null, over = ceiling) =>
    refusal(() => refuseGifts(over, before, values));

  test('are refused if they are new', async () => {
    expect(await told({ roles: ['Helper'], tenants: [1] })).toEqual([]);
    expect(await told({ roles: ['Helper', 'Admin'] })).toEqual(['roles not-given']);
    expect(await told({ tenants: [1, 2] })).toEqual(['tenants reference']);
    expect(await told({ roles: ['Admin'], tenants: [2] })).toEqual([
      'roles not-given',
      'tenants reference',
    ]);
    expect(await told({})).toEqual([]);
    expect(
      await told({ roles: ['Admin'], tenants: [2] }, { roles: ['Admin'], tenants: [2] }),
    ).toEqual([]);
    expect(await told({ roles: ['Admin'], tenants: [2] }, {})).toEqual([
      'roles not-given',
      'tenants reference',
    ]);
    expect(await told({ roles: ['Admin'] }, null, null as never)).toEqual([]);
  });

  test('are refused with those that may be given', async () => {
    const message = async (roles: readonly string[]) => {
      const work = async () => refuseGifts({ roles, tenants: [] }, null, { roles: ['Admin'] });
      return (await problemOf(work()))?.problems.map((one) => one.message);
    };
    const start = 'roles contains Admin, which you may not give.';
    expect(await message([])).toEqual([`${start} You may give no roles.`]);
    expect(await message(['A', 'B'])).toEqual([`${start} You may give A, B.`]);
  });
});

describe('a write of a role', () => {
  /** The refusal of a write by somebody whose own roles allow to read. */
  const write = async (values: object, before: object | null = null, user = helper) => {
    const find = vi.fn(async () => [{ allowed_methods: ['GET'] }, { allowed_methods: ['HEAD'] }]);
    const system = vi.fn(() => ({ find }));
    const event = { values, before, user, system };
    const refused = await refusal(() => roleCeilingHooks.beforeSave(event as never));
    if (find.mock.calls.length > 0) {
      expect(system).toHaveBeenCalledWith(Role);
      const where = { op: 'in', field: 'name', values: ['Helper'] };
      expect(find).toHaveBeenCalledWith({ where });
    }
    return refused;
  };

  test('gives it no methods that its writer lacks', async () => {
    expect(await write({ name: 'New', allowed_methods: ['GET', 'HEAD'] })).toEqual([]);
    expect(await write({ name: 'New', allowed_methods: ['GET', 'POST'] })).toEqual([
      'allowed_methods not-given',
    ]);
    expect(await write({ name: 'New' })).toEqual([]);
    expect(await write({ name: 'New', allowed_methods: ['POST'] }, null, root)).toEqual([]);
  });

  test('changes the role Admin by Admins alone', async () => {
    expect(await write({ description: 'mine' }, { name: 'Admin' })).toEqual(['may-not']);
    expect(await write({ name: 'Admin' }, { name: 'New' })).toEqual(['may-not']);
    expect(await write({ name: 'Admin' })).toEqual(['may-not']);
    expect(await write({ description: 'ours' }, { name: 'New' })).toEqual([]);
    expect(await write({ description: 'ours' }, { name: 'Admin' }, root)).toEqual([]);
    const remove = (name: string, user = helper) =>
      refusal(() => roleCeilingHooks.beforeDelete({ before: { name }, user } as never));
    expect(await remove('Admin')).toEqual(['may-not']);
    expect(await remove('New')).toEqual([]);
    expect(await remove('Admin', root)).toEqual([]);
  });
});
