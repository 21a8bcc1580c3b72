import assert from 'node:assert/strict';
import { personal } from './belongings.js';
import { notApplicable, test, waitsFor, type Checks, type Target } from './check.js';
import { createKey } from './keys.js';
import { guardedRows, permissionsOf, type GuardedRow } from './models.js';
import {
  adminToken,
  createPerson,
  createRole,
  createTenant,
  expectStatus,
  freshPassword,
  type Person,
} from './people.js';
import type { Service } from './service.js';
import { forge } from './tokens.js';

const READ = ['GET', 'HEAD', 'OPTIONS'];

/** Every role of the service with what it may do with every model. */
async function policyOf(service: Service) {
  const token = await adminToken(service);
  const { json } = expectStatus(await service.ask('GET', '/auth/roles', { token }), 200);
  const roles = json as readonly { name: string; allowed_methods: readonly string[] }[];
  return Promise.all(
    roles.map(async ({ name, allowed_methods }) => ({
      name,
      models: await permissionsOf(service, name, allowed_methods),
    })),
  );
}

/** Asserts that somebody whose list lacks a row finds no other way to it; returns whether the list lacks it. */
async function isClosed(
  service: Service,
  { prefix, id }: GuardedRow,
  { token }: Person,
): Promise<boolean> {
  const list = await service.ask('GET', `/${prefix}?id=${encodeURIComponent(id)}`, { token });
  if (list.status === 200 && (list.json as readonly unknown[]).length > 0) return false;
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const answer = await service.ask(method, `/${prefix}/${encodeURIComponent(id)}`, {
      token,
      body,
    });
    expectStatus(answer, 403, 404, 405);
  }
  const patch = { token, body: [{ id }] };
  expectStatus(await service.ask('PATCH', `/${prefix}`, patch), 403, 404, 405, 409, 422);
  const count = await service.ask(
    'GET',
    `/${prefix}?id=${encodeURIComponent(id)}&_start=0&_end=0`,
    { token },
  );
  if (count.status === 200) assert.equal(count.headers.get('x-total-count'), '0');
  return true;
}

/** Rules of which is known whom they keep out; what others let through is for the tests of the project. */
const KNOWN_RULES = ['owner', 'tenant'];

/** Asserts that a user with the role, but another tenant or none, does not reach the rows. */
async function expectClosed(
  { service }: Target,
  rows: readonly GuardedRow[],
  role: string,
  tenants: readonly number[],
): Promise<void> {
  const stranger = await createPerson(service, { roles: [role], tenants });
  for (const row of rows) {
    const isOpen = !(await isClosed(service, row, stranger));
    const mayBeOpen = row.rules.some((rule) => !KNOWN_RULES.includes(rule));
    assert.ok(!isOpen || mayBeOpen, `a row of /${row.prefix} is open to a stranger`);
  }
}

export const authorization: Checks = {
  '8.1.1':
    test('SECURITY.md, "Permissions"; each role is told of its actions and rows for each model', async ({
      service,
      project,
    }) => {
      project.documents('SECURITY.md', 'Permissions');
      for (const { models } of await policyOf(service))
        for (const [prefix, { actions, rows }] of Object.entries(models))
          assert.ok(Array.isArray(actions) && (rows === null || Array.isArray(rows)), prefix);
    }),

  '8.1.2': test('each role is told which fields it reads and writes', async ({ service }) => {
    for (const { models } of await policyOf(service))
      for (const [prefix, { fields }] of Object.entries(models)) {
        const told = Object.values(fields).every(
          ({ read, write }) => typeof read === 'boolean' && typeof write === 'boolean',
        );
        assert.ok(told && Object.keys(fields).length > 0, prefix);
      }
  }),

  '8.2.1': [
    test('without a role everything is 403; with a role that reads, every write is; roles are for Admins', async ({
      service,
    }) => {
      const nobody = await createPerson(service);
      const reader = await createPerson(service, { roles: [await createRole(service, READ)] });
      for (const prefix of Object.keys(await permissionsOf(service, 'Admin'))) {
        const path = `/${prefix}`;
        expectStatus(await service.ask('GET', path, { token: nobody.token }), 403, 405);
        const written = { token: reader.token, body: {} };
        expectStatus(await service.ask('POST', path, written), 403, 405);
        expectStatus(await service.ask('PATCH', `${path}/1`, written), 403, 405);
        expectStatus(await service.ask('DELETE', `${path}/1`, { token: reader.token }), 403, 405);
      }
      expectStatus(await service.ask('GET', '/role', { token: reader.token }), 403);
      const body = { username: 'x', password: 'k7Vq-2xZ-9', email: 'x@service.example' };
      expectStatus(await service.ask('POST', '/auth/register', { token: reader.token, body }), 403);
    }),
    waitsFor(
      'api-keys',
      test("an API key does no more than it may: what is for reading writes nothing, what is for a model reaches no other, what has a role has no other, and none does what is a person's", async ({
        service,
      }) => {
        const owner = await createPerson(service, { roles: ['Admin'] });
        const reader = await createRole(service, READ);
        const tenant = `/tenant/${await createTenant(service)}`;
        const ask = (method: string, path: string, key: string) =>
          service.ask(method, path, { token: key, ...(method !== 'GET' && { body: {} }) });
        for (const limits of [{ read_only: true }, { models: ['role'] }, { roles: [reader] }]) {
          const key = await createKey(service, owner, limits);
          expectStatus(await ask('PATCH', tenant, key), 403);
          expectStatus(await ask('GET', '/role', key), 'roles' in limits ? 403 : 200);
          expectStatus(await ask('GET', '/user', key), 'read_only' in limits ? 200 : 403);
          for (const path of ['/auth/api-keys', '/auth/invitations'])
            expectStatus(await ask('POST', path, key), 403, 404);
        }
        const whole = await createKey(service, owner);
        expectStatus(await ask('PATCH', tenant, whole), 200);
        expectStatus(await ask('PUT', '/auth/change-password', whole), 403);
        expectStatus(await ask('POST', '/auth/api-keys', whole), 403);
      }),
    ),
  ],

  '8.2.2': [
    test('what the list of a user does not show is out of reach by id: read, changed, deleted, counted', async (target) => {
      const { role, rows } = await guardedRows(target.service);
      await expectClosed(target, rows, role, []);
      const { id, token } = await createPerson(target.service);
      const other = await createPerson(target.service);
      expectStatus(await target.service.ask('GET', `/user/${other.id}`, { token }), 403, 404);
      const own = await target.service.ask('GET', '/auth/me', { token });
      assert.equal((own.json as { id: number }).id, id);
    }),
    ...personal(true),
  ],

  '8.2.3':
    test('a field that a role may not read is in no record, and cannot be filtered or sorted by', async ({
      service,
    }) => {
      const role = await createRole(service, READ);
      const { token } = await createPerson(service, { roles: [role] });
      const models = Object.entries(await permissionsOf(service, role, READ));
      for (const [prefix, { actions, fields }] of models) {
        if (!actions.includes('list')) continue;
        const { status, json } = await service.ask('GET', `/${prefix}?_start=0&_end=5`, { token });
        // An endpoint of the project's own may be the list.
        if (status !== 200 || !Array.isArray(json)) continue;
        const hidden = Object.keys(fields).filter((name) => !fields[name]!.read);
        for (const field of hidden) {
          assert.ok(!json.some((row: object) => field in row), `/${prefix} shows ${field}`);
          for (const query of [`${field}=1`, `_sort=${field}`])
            expectStatus(await service.ask('GET', `/${prefix}?${query}`, { token }), 400);
        }
      }
    }),

  '8.3.1':
    test('roles in a token, a header, the query or the body give no permission, and who may give roles makes nobody an Admin', async ({
      service,
    }) => {
      const role = await createRole(service, READ);
      const { id, token } = await createPerson(service, { roles: [role] });
      const body = { name: 'by trickery', roles: ['Admin'] };
      const headers = { 'x-role': 'Admin', 'x-original-url': '/healthz', 'x-user': 'chief' };
      const forged = forge(token, { claims: { roles: ['Admin'], role: 'Admin' } });
      for (const one of [token, forged])
        expectStatus(
          await service.ask('POST', '/tenant?role=Admin', { token: one, body, headers }),
          403,
        );
      const promoted = await service.ask('PATCH', `/user/${id}`, {
        token,
        body: { roles: ['Admin'] },
      });
      expectStatus(promoted, 403, 404);
      await expectNoAdmins(service);
    }),

  '8.4.1': [
    test('rows of a tenant are out of reach for users of another one, and within reach for its own', async (target) => {
      const { service } = target;
      const { role, tenant, rows } = await guardedRows(service);
      const ofTenants = rows.filter(({ rules }) => rules.every((rule) => rule === 'tenant'));
      if (ofTenants.length === 0) return notApplicable('no model has rows of tenants');
      await expectClosed(target, ofTenants, role, [await createTenant(service)]);
      const own = await createPerson(service, { roles: [role], tenants: [tenant] });
      for (const row of ofTenants)
        assert.ok(!(await isShut(service, row, own)), `/${row.prefix} is closed to its own tenant`);
    }),
    ...personal(false),
  ],
};

/** Whether a user's list lacks a row. */
async function isShut(service: Service, { prefix, id }: GuardedRow, { token }: Person) {
  const { status, json } = await service.ask('GET', `/${prefix}?id=${encodeURIComponent(id)}`, {
    token,
  });
  return status !== 200 || (json as readonly unknown[]).length === 0;
}

/** Asserts that nobody who may write the roles of users makes an Admin of them, but for Admins. */
async function expectNoAdmins(service: Service): Promise<void> {
  for (const { name, models } of await policyOf(service)) {
    if (name === 'Admin' || models['user']?.fields['roles']?.write !== true) continue;
    const { id, token } = await createPerson(service, { roles: [name] });
    const body = { username: freshPassword(), password: freshPassword(), roles: ['Admin'] };
    const { roles } = body;
    const answers = [
      await service.ask('PATCH', `/user/${id}`, { token, body: { roles } }),
      await service.ask('POST', '/user', { token, body }),
    ];
    for (const answer of answers) expectStatus(answer, 403, 404, 405, 422);
  }
}
