import { Column, Entity } from 'typeorm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  accessControlModels,
  accessEntities,
  emailProblem,
  roleHooks,
  userHooks,
  usernameProblem,
} from '../../auth/access-control.js';
import { Role, Tenant } from '../../auth/entities.js';
import { prepareAccess } from '../../auth/first-start.js';
import { createPasswords } from '../../auth/passwords.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { ACTIONS, defineAccess, type AccessRules } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import { createEngine } from '../../records/create-engine.js';
import type { SignInBy } from '../../settings/settings.js';
import { problemOf } from '../fixtures/open-library.js';
import { project } from '../fixtures/project.js';
import { readSettings } from '../fixtures/settings.js';
import { User } from '../fixtures/user.model.js';

/** Users with an address of their own each. */
@Entity('auth_user')
class Reachable extends User {
  @Field({ derivedFrom: 'email' })
  @Column('varchar', { length: 255, nullable: true, unique: true, select: false })
  email_key!: string | null;
}

/** Tenants of the project, in the table of the service. */
@Entity('auth_tenant')
class Firm extends Tenant {}

const nothing = () => undefined;
const WIDE = '\ufdfa'.repeat(255);

/** The refusal of a write: its code, or the fields that it names, each with its code; nothing for one that is done. */
async function refusal(work: () => unknown): Promise<readonly string[]> {
  const problem = await problemOf((async () => work())());
  if (problem === null) return [];
  const told = problem.problems.map(({ field, code }) => `${field} ${code}`);
  return told.length > 0 ? told : [String(problem.members['code'])];
}

/** A session that only hears of changes of permissions. */
const session = () => ({ run: vi.fn(async () => undefined) });

describe('the models of users, roles and tenants', () => {
  const passwords = {} as never;
  const rulesOf = (access?: AccessRules) =>
    accessControlModels(User, passwords, nothing, access && { entity: User, access })[2]!.access!;

  test('are the classes of the project if it has them', () => {
    expect(accessEntities(User)).toEqual([Role, Tenant, User]);
    expect(accessEntities(User, [{ entity: Firm }])).toEqual([Role, Firm, User]);
    const models = accessControlModels(User, passwords, nothing);
    expect(models.map(({ entity }) => entity)).toEqual([Role, Tenant, User]);
  });

  test('run the hooks of the project before those of the service', async () => {
    const told: string[] = [];
    const hooks = { afterSave: () => void told.push('own') };
    const run = { run: async () => void told.push('service') };
    const models = accessControlModels(
      ...([User, passwords, nothing] as const),
      { entity: User, hooks },
      'username',
      { entity: Firm, hooks },
    );
    for (const { entity, hooks: both } of models.slice(1)) {
      await both!.afterSave!({ session: run, before: null } as never);
      expect(told.splice(0), entity.name).toEqual(['own', 'service']);
    }
    expect(models[1]!.entity).toBe(Firm);
  });

  test('leave the rules of users alone while nobody but Admins has access', () => {
    const closed = [
      defineAccess<User>({ roles: { Admin: ACTIONS, '*': [] } }),
      defineAccess<User>({ roles: { Admin: ACTIONS, Helper: [], '*': [] } }),
    ];
    for (const access of closed) expect(rulesOf(access)).toBe(access);
    expect(rulesOf()).toEqual(defineAccess({ roles: { Admin: ACTIONS, '*': [] } }));
  });

  test.each<AccessRules['roles']>([
    { Admin: ACTIONS },
    { Admin: ACTIONS, Helper: ['list'], '*': [] },
    { Admin: ACTIONS, Helper: ['list'], Guest: [], '*': [] },
    { '*': ['list'] },
  ])('restrict the fields to sign in where %j has access', (roles) => {
    const admins = ['Admin'];
    expect(rulesOf(defineAccess<User>({ roles })).fields).toStrictEqual({
      username: { write: admins },
      email: { read: admins, write: admins },
      status: { read: admins, write: admins },
      password: { write: admins },
      roles: { read: admins, write: admins },
      tenants: { read: admins, write: admins },
    });
  });

  test('open no field for writing that the project opens for reading', () => {
    const roles = { Helper: ACTIONS };
    const fields = {
      email: { read: ['Helper'] },
      status: { write: ['Helper'] },
      first_name: { read: ['Helper'] },
    };
    expect(rulesOf(defineAccess<User>({ roles, fields })).fields).toStrictEqual({
      username: { write: ['Admin'] },
      email: { read: ['Helper'], write: ['Admin'] },
      status: { write: ['Helper'] },
      password: { write: ['Admin'] },
      roles: { read: ['Admin'], write: ['Admin'] },
      tenants: { read: ['Admin'], write: ['Admin'] },
      first_name: { read: ['Helper'] },
    });
  });
});

describe('a role', () => {
  const { beforeTransaction, afterSave, afterDelete } = roleHooks(nothing);
  const send = (values: object) => refusal(() => beforeTransaction!({ values } as never));

  test('has known methods, and counts as edited', async () => {
    expect(await beforeTransaction!({ values: {} } as never)).toEqual({ is_edited: true });
    expect(await send({ allowed_methods: ['GET', 'POST'] })).toEqual([]);
    expect(await send({ allowed_methods: [] })).toEqual([]);
    for (const wrong of [['GET', 'FETCH'], ['FETCH'], 'GET', null, undefined])
      expect(await send({ allowed_methods: wrong }), String(wrong)).toEqual([
        'allowed_methods methods',
      ]);
  });

  test('tells other processes that it has changed', async () => {
    const role = { name: 'New', is_preset: false, allowed_methods: [] };
    for (const hook of [
      (heard: object) => afterSave!({ session: heard, before: null, after: role } as never),
      (heard: object) => afterSave!({ session: heard, before: role, after: role } as never),
      (heard: object) => afterDelete!({ session: heard, before: role } as never),
    ]) {
      const heard = session();
      await hook(heard);
      expect(heard.run).toHaveBeenCalledOnce();
    }
  });

  test('keeps its name, and stays, if it is preset', async () => {
    const change = (before: object | null, after: object) =>
      refusal(() => afterSave!({ session: session(), before, after } as never));
    const remove = (before: object) =>
      refusal(() => afterDelete!({ session: session(), before } as never));
    const methods = { allowed_methods: ['GET'] };
    const preset = { name: 'Viewer', is_preset: true, ...methods };
    expect(await change(preset, { ...preset, name: 'Reader' })).toEqual(['preset-role']);
    expect(await change(preset, { ...preset, allowed_methods: [] })).toEqual([]);
    expect(await change(null, preset)).toEqual([]);
    expect(await remove(preset)).toEqual(['preset-role']);
    const own = { ...preset, is_preset: false };
    expect(await change(own, { ...own, name: 'Reader' })).toEqual([]);
    expect(await remove(own)).toEqual([]);
  });

  test('reads and edits if it is Admin', async () => {
    const change = (...allowed_methods: readonly string[]) => {
      const admin = { name: 'Admin', is_preset: true };
      const event = { session: session(), before: admin, after: { ...admin, allowed_methods } };
      return refusal(() => afterSave!(event as never));
    };
    expect(await change('GET', 'PUT', 'PATCH')).toEqual([]);
    expect(await change('GET')).toEqual(['admin-role']);
    expect(await change('PUT', 'PATCH')).toEqual(['admin-role']);
  });
});

describe('a user', () => {
  const passwords = {
    problem: async (field: string, password: unknown) =>
      password === 'bad' ? { field, code: 'weak', message: 'weak' } : null,
    hash: async (password: string) => `hash of ${password}`,
  } as never;
  const hooksOf = (entity: typeof User, signInBy?: SignInBy) =>
    userHooks(entity, passwords, nothing, signInBy);
  const check = (values: object, entity: typeof User = User, signInBy?: SignInBy) =>
    refusal(() => hooksOf(entity, signInBy).beforeTransaction!({ values } as never));
  const save = (values: object, entity: typeof User = User) =>
    hooksOf(entity).beforeSave!({ values } as never) as object | undefined;

  test('is checked in all fields to sign in, together', async () => {
    const wrong = { username: ' a', email: WIDE, password: 'bad' };
    expect(await check(wrong, Reachable)).toEqual([
      'username blank',
      'email too-long',
      'password weak',
    ]);
    expect(await check(wrong)).toEqual(['username blank', 'password weak']);
    expect(await check({ username: 'ann', email: 'a@x.test', password: 'good' })).toEqual([]);
    for (const password of [null, undefined]) expect(await check({ password })).toEqual([]);
  });

  test('gets a hash, and other sessions, with a password', async () => {
    const values = (password: unknown) =>
      hooksOf(User).beforeTransaction!({ values: { password } } as never);
    expect(await values('good')).toEqual({
      password_hash: 'hash of good',
      password_is_initial: false,
      token_version: expect.stringMatching(/^[\w-]{16}$/) as string,
    });
    expect(await values(undefined)).toBeUndefined();
  });

  test('gets the keys of the names that hooks leave, which are checked again', async () => {
    expect(save({ username: 'Ann' })).toStrictEqual({ username_key: 'ann' });
    expect(save({ first_name: 'Ann' })).toStrictEqual({});
    expect(save({ email: 'A@x.test' })).toStrictEqual({});
    expect(save({ email: 'A@x.test' }, Reachable)).toStrictEqual({ email_key: 'a@x.test' });
    for (const email of ['', null])
      expect(save({ email }, Reachable)).toStrictEqual({ email_key: null });
    expect(save({ first_name: 'Ann' }, Reachable)).toStrictEqual({});
    expect(await refusal(() => save({ username: ' a', email: WIDE }, Reachable))).toEqual([
      'username blank',
    ]);
    expect(await refusal(() => save({ email: WIDE }, Reachable))).toEqual(['email too-long']);
    expect(save({ email: WIDE })).toStrictEqual({});
  });

  test('has no session left once they are shut out', () => {
    expect(save({ status: 'Active' })).toStrictEqual({});
    expect(save({ status: 'Inactive' })).toEqual({ token_version: expect.any(String) as string });
  });

  test('has a name that shows, and no address if addresses sign in', () => {
    const code = (name: unknown, by: SignInBy = 'username') => usernameProblem(name, by)?.code;
    expect(code('ann')).toBeUndefined();
    expect(code(undefined, 'email')).toBeUndefined();
    for (const name of ['', ' ann', 'ann ', ' ']) expect(code(name), name).toBe('blank');
    expect(code('a\u200bb')).toBe('invisible');
    expect(code(WIDE)).toBe('too-long');
    expect(code('a@x')).toBeUndefined();
    expect(code('a@x', 'email')).toBe('at-sign');
    expect(code('a＠x', 'email')).toBe('at-sign');
    expect(code('ann', 'email')).toBeUndefined();
    expect(emailProblem('a@x.test')).toBeNull();
    expect(emailProblem(null)).toBeNull();
    expect(emailProblem(WIDE)?.code).toBe('too-long');
  });
});

test('there is always an active Admin, and every change of users is told to other processes', async () => {
  const database = await openDatabase('sqlite::memory:', accessEntities(User), project.migrations);
  const passwords = createPasswords({ cost: 4 });
  onTestFinished(async () => {
    await passwords.close();
    await database.close();
  });
  await migrate(database);
  await prepareAccess(database, passwords, readSettings({}));
  const { system } = createEngine({
    ...{ database, modules: accessControlModels(User, passwords, nothing) },
    ...{ roles: () => new Map(), searchedFields: () => [] },
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  const users = system(User);
  const changes = async (): Promise<number> =>
    (await database.dataSource.query('SELECT version FROM auth_change'))[0].version;
  const [first] = await users.find();
  for (const work of [
    () => users.update(first!.id, { status: 'Inactive' }),
    () => users.update(first!.id, { roles: [] } as never),
    () => users.remove(first!.id),
  ])
    expect(await refusal(work)).toEqual(['last-admin']);
  const person = { password: 'long enough 1', roles: ['Admin'] };
  const before = await changes();
  const second = await users.create({ username: 'second', ...person } as never);
  expect(await changes()).toBe(before + 1);
  await users.update(first!.id, { status: 'Inactive' });
  expect(await changes()).toBe(before + 2);
  await users.remove(first!.id);
  expect(await changes()).toBe(before + 3);
  expect(await refusal(() => users.remove(second.id))).toEqual(['last-admin']);
  // A service may begin with users who are made before anybody is an Admin.
  await database.dataSource.query('DELETE FROM auth_user');
  expect(
    await refusal(() => users.create({ username: 'third', ...person, roles: [] } as never)),
  ).toEqual([]);
});
