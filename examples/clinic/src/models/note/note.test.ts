import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Note } from './note.model.js';

const PATH = '/note';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new note needs at least. */
async function newRow(_user: TestUser) {
  return { title: 'some title' };
}

/** Inserts one note of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Note, {
    ...(await newRow(user)),
    created_by_id: user.id,
    tenant_id: user.tenantId,
    ...values,
  });
}

describe('note', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = { body: 'some body', slug: fresh.text({ max: 60 }), secret: 'some secret' };
    const values = { ...(await newRow(user)), ...more };
    const row = await user.create(PATH, values);
    expect(row).toMatchObject(values);
    const path = `${PATH}/${row.id}`;
    expect((await user.get(path)).body).toEqual(row);
    const page = await user.get(`${PATH}?id=${row.id}`);
    expect(page.body).toEqual([row]);
    expect(page.headers.get('x-total-count')).toBe('1');
    expect((await user.delete(path)).status).toBe(204);
    expect((await user.get(path)).status).toBe(404);
  });

  it('is changed by PATCH in the fields that it names alone', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    const change = { title: 'another title' };
    const answer = await user.patch(`${PATH}/${row.id}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...row,
      ...change,
      _label: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  for (const field of ['title']) {
    it(`requires ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: undefined });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const [field, value] of [
    ['title', 7],
    ['title', 'x'.repeat(256)],
    ['body', 7],
    ['slug', 7],
    ['slug', 'x'.repeat(61)],
    ['secret', 7],
    ['secret', 'x'.repeat(256)],
    ['patient_id', 987654321],
    ['reply_to_id', 987654321],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['slug']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const values = () => ({ slug: fresh.text({ max: 60 }) });
      const first = await user.create(PATH, { ...(await newRow(user)), ...values() });
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...values(), ...same });
      expect(answer.status).toBe(409);
    });
  }
});

describe('access to notes', () => {
  it('needs a token', async () => {
    expect((await service.anonymous.get(PATH)).status).toBe(401);
  });

  for (const [role, actions] of [
    ['Admin', 'list show create edit delete'],
    ['Manager', 'list show create edit'],
    ['Viewer', 'list show'],
  ] as const) {
    it(`allows ${role} to ${actions || 'do nothing'}`, async () => {
      const user = await service.as(role);
      const { id } = await insertRow(user);
      const answers = {
        list: await user.get(PATH),
        show: await user.get(`${PATH}/${id}`),
        create: await user.post(PATH, await newRow(user)),
        edit: await user.patch(`${PATH}/${id}`, {}),
        delete: await user.delete(`${PATH}/${id}`),
      };
      const allowed = Object.entries(answers).filter(([, answer]) => answer.status !== 403);
      expect(allowed.map(([action]) => action).join(' ')).toBe(actions);
    });
  }

  it('is for the owner of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const nobody = await service.as('Admin', 'nobody');
    const row = await insertRow(user, { created_by_id: user.id, tenant_id: nobody.tenantId });
    const path = `${PATH}/${row.id}`;
    expect((await user.get(path)).status).toBe(200);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect([403, 404]).toContain((await stranger.patch(path, {})).status);
    expect([403, 404]).toContain((await stranger.delete(path)).status);
    expect((await user.get(path)).status).toBe(200);
  });

  it('is for the tenant of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const nobody = await service.as('Admin', 'nobody');
    const row = await insertRow(user, { created_by_id: nobody.id, tenant_id: user.tenantId });
    const path = `${PATH}/${row.id}`;
    expect((await user.get(path)).status).toBe(200);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect([403, 404]).toContain((await stranger.patch(path, {})).status);
    expect([403, 404]).toContain((await stranger.delete(path)).status);
    expect((await user.get(path)).status).toBe(200);
  });

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['secret']],
    ['Viewer', ['secret']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }
});
