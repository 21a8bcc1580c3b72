import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { demand, mark, type Answer, type Client, type Row } from './http.js';
import { mailsOf } from './sent-mails.js';
import { clientFor, clientOf, freshDatabase, onEachDatabase } from './use-service.js';

/** Managers administer users, and give what they have, or Viewer. */
const ACCESS = `
import { ACTIONS, custom, defineAccess, allFor } from '#engine';
import type { User } from './user.model.js';

const BOTH = ['Admin', 'Manager'];

export const userAccess = defineAccess<User>({
  roles: { Admin: ACTIONS, Manager: ACTIONS, '*': [] },
  rows: [allFor('Admin'), custom<User>((_, where) => where.ne('last_name', 'Hidden'))],
  fields: {
    username: { write: BOTH },
    email: { read: BOTH, write: BOTH },
    password: { write: BOTH },
    status: { read: BOTH, write: BOTH },
    roles: { read: BOTH, write: BOTH },
    tenants: { read: BOTH, write: BOTH },
  },
  gives: { Manager: ['Manager', 'Viewer'] },
});
`;
const ROUTES = `
import { defineRoutes } from '#engine';
import { User } from './user.model.js';

export const userRoutes = defineRoutes(User, (on) => {
  on.post('/:id/take-over', 'edit', ({ params, crud, body }) =>
    crud(User).update(Number(params.id), body as object),
  );
});
`;
const FEATURES = [
  ...['api-keys', 'import', 'invitations', 'jobs', 'mail', 'passkeys', 'two-factor'],
];
const NEW_PASSWORD = 'another one of the cast';

interface Person {
  readonly id: number;
  readonly username: string;
}

onEachDatabase((database) => {
  describe('6 Access: the ceiling above rules', () => {
    let service: Service;
    let admin: Client;
    let manager: Client;
    let key: Client;
    let own: Person;
    const tenants: number[] = [];

    const newUser = async (roles: string[], of: number[], more: object = {}): Promise<Person> => {
      const username = mark();
      const { id } = await admin.create('/user', {
        ...{ username, email: `${username}@example.test`, password: CAST_PASSWORD },
        ...{ roles, tenants: of, ...more },
      });
      return { id, username };
    };

    beforeAll(async () => {
      service = await launchService({
        ...{ example: 'clinic', features: FEATURES, databaseUrl: await freshDatabase(database) },
        files: {
          'src/models/user/user.access.ts': ACCESS,
          'src/models/user/user.routes.ts': ROUTES,
        },
        env: { PUBLIC_URL: 'https://clinic.example.com/', LOG_LEVEL: 'info' },
      });
      await service.ready();
      admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      for (const name of ['north', 'south'])
        tenants.push((await admin.create('/tenant', { name })).id);
      own = await newUser(['Manager'], [tenants[0]!]);
      await admin.create('/role', { name: 'Doctor', allowed_methods: ['GET', 'POST', 'PATCH'] });
      // The presets of writing delete nothing.
      const [found] = await admin.list('/role?name=Manager');
      const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
      await admin.change(`/role/${found!.id}`, { allowed_methods: methods });
      manager = await clientFor(service.url, own.username, CAST_PASSWORD);
      const root = await newUser(['Admin', 'Manager'], []);
      const person = await clientFor(service.url, root.username, CAST_PASSWORD);
      const made = await person.post('/auth/api-keys', {
        ...{ name: 'narrow', roles: ['Manager'], proof: { password: CAST_PASSWORD } },
      });
      key = clientOf(service.url, (demand(made, 201, 'key').body as { key: string }).key);
    }, 240_000);
    afterAll(async () => {
      await service?.dispose();
    });

    interface Import extends Row {
      state: string;
    }

    /** What an import of one row says: the status of the upload, or the code of the row. */
    const bring = async (by: Client, values: object, on: string[] | null) => {
      const cells = Object.values(values).map((value) => `"${[value].flat().join(',')}"`);
      const raw = `${Object.keys(values).join(',')}\n${cells.join(',')}\n`;
      const headers = { 'content-type': 'text/csv' };
      const sent = await by.send('POST', '/_imports?model=user', { raw, headers });
      if (sent.status !== 201) return sent;
      const { id } = sent.body as Import;
      await by.patch(`/_imports/${id}`, { on });
      demand(await by.post(`/_imports/${id}/run`), 202, 'run');
      for (;;) {
        const answer = await by.get(`/_imports/${id}`);
        const { state, failed } = answer.body as Import;
        if (state === 'done' && failed === 0) return answer;
        if (state === 'done') return by.get(`/_imports/${id}/problems`);
        if (state === 'failed') throw new Error(answer.text);
        await sleep(20);
      }
    };

    const stateOf = async ({ id }: Person) => {
      const { username, email, status, roles, tenants: of } = await admin.read(`/user/${id}`);
      return { username, email, status, roles, of };
    };

    /** Every way to change a user by whoever may. */
    const WAYS: Record<string, (by: Client, one: Person, values: object) => Promise<Answer>> = {
      patch: (by, { id }, values) => by.patch(`/user/${id}`, values),
      put: async (by, { id }, values) => {
        const { username, email, status, roles, tenants: of } = await admin.read(`/user/${id}`);
        const kept = { username, email, status, roles, tenants: of };
        return by.send('PUT', `/user/${id}`, { body: { ...kept, ...values } });
      },
      list: (by, { id }, values) => by.patch('/user', [{ id, ...values }]),
      parts: (by, { id }, values) => by.patch('/user?_atomic=false', [{ id, ...values }]),
      upsert: (by, { username }, values) =>
        by.post('/user?_on=username', [{ username, ...values }]),
      batch: (by, { id }, body) =>
        by.post('/_batch', [{ method: 'PATCH', path: `/user/${id}`, body }]),
      code: (by, { id }, values) => by.post(`/user/${id}/take-over`, values),
      import: (by, { username }, values) => bring(by, { username, ...values }, ['username']),
    };
    /** Keys import nothing. */
    const inPerson = (way: string) => (way === 'import' ? [manager] : [manager, key]);

    const STRONGER = {
      'an Admin': () => newUser(['Admin'], [tenants[0]!]),
      'a stronger role': () => newUser(['Viewer', 'Doctor'], [tenants[0]!]),
      'a foreign tenant': () => newUser(['Viewer'], [tenants[1]!]),
      'a foreign tenant, too': () => newUser(['Viewer'], [tenants[0]!, tenants[1]!]),
    };
    const CHANGES: readonly object[] = [
      { password: NEW_PASSWORD },
      { email: 'taken@example.test' },
      { status: 'Inactive' },
      { roles: ['Viewer', 'Manager'] },
    ];

    describe.each(Object.keys(WAYS))('by %s', (way) => {
      const change = (by: Client, one: Person, values: object) => WAYS[way]!(by, one, values);
      const refused = (answer: Answer, code: string) => {
        expect(answer.text).toContain(`"code":"${code}"`);
      };

      test.each(Object.entries(STRONGER))('nobody takes over %s', async (_, make) => {
        const one = await make();
        const before = await stateOf(one);
        for (const values of CHANGES)
          for (const by of inPerson(way)) refused(await change(by, one, values), 'may-not');
        expect(await stateOf(one)).toEqual(before);
        await clientFor(service.url, one.username, CAST_PASSWORD);
      });

      test('nobody gives what they may not, to themselves or others', async () => {
        const one = await newUser(['Viewer'], [tenants[0]!]);
        for (const target of [one, own])
          for (const roles of [['Viewer', 'Admin'], ['Doctor'], ['Nobody']])
            refused(await change(manager, target, { roles }), 'not-given');
        refused(await change(manager, one, { tenants: [tenants[1]] }), 'reference');
        expect(await stateOf(one)).toMatchObject({ roles: ['Viewer'], of: [tenants[0]] });
        expect(await stateOf(own)).toMatchObject({ roles: ['Manager'] });
      });

      test('below it they do', async () => {
        const one = await newUser(['Viewer'], [tenants[0]!]);
        const values = { password: NEW_PASSWORD, roles: ['Manager'] };
        const answer = await change(manager, one, values);
        expect(answer.status, answer.text).toBeLessThan(300);
        expect(await stateOf(one)).toMatchObject({ roles: ['Manager'] });
        await clientFor(service.url, one.username, NEW_PASSWORD);
      });
    });

    /** Every way to make one. */
    const NEW: Record<string, (by: Client, values: Record<string, unknown>) => Promise<Answer>> = {
      post: (by, values) => by.post('/user', values),
      list: (by, values) => by.post('/user', [values]),
      upsert: (by, values) => by.post('/user?_on=username', [values]),
      batch: (by, body) => by.post('/_batch', [{ method: 'POST', path: '/user', body }]),
      register: (by, { roles: role_names, ...values }) =>
        by.post('/auth/register', { role_names, ...values }),
      import: (by, values) => bring(by, values, null),
    };

    test.each(Object.keys(NEW))('by %s nobody makes users above it', async (way) => {
      const values = () => {
        const username = mark();
        return { username, email: `${username}@example.test`, password: CAST_PASSWORD };
      };
      for (const roles of [['Admin'], ['Viewer', 'Doctor']])
        for (const by of inPerson(way)) {
          const answer = await NEW[way]!(by, { ...values(), roles });
          expect(answer.text).toContain('"code":"not-given"');
        }
      const foreign = await NEW[way]!(manager, { ...values(), tenants: [tenants[1]] });
      expect(foreign.text).toContain('"code":"reference"');
      const fine = { ...values(), roles: ['Viewer'], tenants: [tenants[0]] };
      const answer = await NEW[way]!(manager, fine);
      expect(answer.status, answer.text).toBeLessThan(300);
      const [made] = await admin.list(`/user?username=${fine.username}`);
      expect(made).toMatchObject({ roles: ['Viewer'], tenants: [tenants[0]] });
    });

    /** What others hold of a user, and how it is taken away. */
    const HELD: readonly (readonly [method: string, path: (id: number) => string])[] = [
      ['GET', (id) => `/auth/users/${id}/sessions`],
      ['DELETE', (id) => `/auth/users/${id}/sessions`],
      ['GET', (id) => `/auth/users/${id}/api-keys`],
      ['DELETE', (id) => `/auth/users/${id}/api-keys/1`],
      ['DELETE', (id) => `/auth/users/${id}/api-keys`],
      ['GET', (id) => `/auth/two-factor/users/${id}`],
      ['DELETE', (id) => `/auth/two-factor/users/${id}`],
      ['GET', (id) => `/auth/passkeys/users/${id}`],
      ['DELETE', (id) => `/auth/passkeys/users/${id}`],
      ['DELETE', (id) => `/user/${id}`],
    ];

    test.each(HELD)('%s %s', async (method, path) => {
      for (const make of Object.values(STRONGER)) {
        const one = await make();
        const client = await clientFor(service.url, one.username, CAST_PASSWORD);
        const answer = await manager.send(method, path(one.id));
        expect(answer.status, answer.text).toBe(403);
        expect(answer.body).toMatchObject({ code: 'may-not' });
        expect((await client.get('/auth/me')).status).toBe(200);
      }
      const hidden = await newUser(['Admin'], [tenants[1]!], { last_name: 'Hidden' });
      expect((await manager.send(method, path(hidden.id))).status).toBe(404);
      const one = await newUser(['Viewer'], [tenants[0]!]);
      const answer = await manager.send(method, path(one.id));
      expect(answer.status, answer.text).toBe(path(1).endsWith('/api-keys/1') ? 404 : method === 'GET' ? 200 : 204); // prettier-ignore
    });

    test('a batch, and a list, delete nobody above it', async () => {
      for (const make of Object.values(STRONGER)) {
        const { id } = await make();
        const operation = { method: 'DELETE', path: `/user/${id}` };
        expect((await manager.post('/_batch', [operation])).text).toContain('may-not');
        expect((await admin.get(`/user/${id}`)).status).toBe(200);
      }
    });

    test('roles are written by Admins alone', async () => {
      const [viewer] = await admin.list('/role?name=Viewer');
      for (const by of [manager, key]) {
        const values = { allowed_methods: ['GET', 'DELETE'] };
        for (const answer of [
          await by.post('/role', { name: mark(), ...values }),
          await by.patch(`/role/${viewer!.id}`, values),
          await by.post('/_batch', [
            { method: 'PATCH', path: `/role/${viewer!.id}`, body: values },
          ]),
          await by.delete(`/role/${viewer!.id}`),
        ])
          expect(answer.status, answer.text).toBe(403);
      }
    });

    test('an invitation gives no more, when it is sent and when it is accepted', async () => {
      const to = () => `${mark()}@example.test`;
      for (const roles of [['Admin'], ['Doctor']]) {
        const answer = await manager.post('/auth/invitations', { email: to(), roles });
        expect([answer.status, answer.body]).toMatchObject([
          422,
          { problems: [{ field: 'roles', code: 'not-given' }] },
        ]);
      }
      const foreign = { email: to(), tenants: [tenants[1]] };
      expect((await manager.post('/auth/invitations', foreign)).status).toBe(422);
      const one = await newUser(['Manager', 'Doctor'], [tenants[0]!]);
      const client = await clientFor(service.url, one.username, CAST_PASSWORD);
      const email = to();
      const body = { email, roles: ['Doctor'], tenants: [tenants[0]] };
      demand(await client.post('/auth/invitations', body), 201, 'invitation');
      const mail = () => mailsOf(service).find(({ to: [first] }) => first?.address === email);
      await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
      const [, token] = /#token=([\w-]{43})/.exec(mail()!.text)!;
      await admin.change(`/user/${one.id}`, { roles: ['Manager'] });
      const accepted = { token, username: mark(), password: CAST_PASSWORD };
      const answer = await admin.post('/auth/invitations/accept', accepted);
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'invitation-void' }]);
    });

    test('whoever becomes an Admin meanwhile is not taken over', async () => {
      const one = await newUser(['Viewer'], [tenants[0]!]);
      const writes = Array.from({ length: 12 }, (_, at) =>
        at === 4
          ? admin.patch(`/user/${one.id}`, { roles: ['Admin'] })
          : manager.patch(`/user/${one.id}`, { roles: at % 2 ? ['Manager'] : ['Viewer'] }),
      );
      const statuses = (await Promise.all(writes)).map(({ status }) => status);
      expect(statuses[4]).toBe(200);
      expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
      expect(await stateOf(one)).toMatchObject({ roles: ['Admin'] });
    });
  });
});
