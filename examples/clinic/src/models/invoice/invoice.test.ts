import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Invoice } from './invoice.model.js';

const PATH = '/invoices';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new invoice needs at least. */
async function newRow(_user: TestUser) {
  return { number: 'some number' };
}

/** Inserts one invoice of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Invoice, { ...(await newRow(user)), ...values });
}

describe('invoice', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = { customer: fresh.text(), total: 1, margin: 1 };
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
    const change = { number: 'another number' };
    const answer = await user.patch(`${PATH}/${row.id}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...row,
      ...change,
      _label: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  for (const field of ['number']) {
    it(`requires ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: undefined });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const [field, value] of [
    ['number', 7],
    ['number', 'x'.repeat(256)],
    ['customer', 7],
    ['customer', 'x'.repeat(256)],
    ['total', 'neither'],
    ['total', -1],
    ['margin', 'neither'],
    ['patient_id', 987654321],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['number', 'customer']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const values = () => ({ customer: fresh.text() });
      const first = await user.create(PATH, { ...(await newRow(user)), ...values() });
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...values(), ...same });
      expect(answer.status).toBe(409);
    });
  }
});

describe('access to invoices', () => {
  it('needs a token', async () => {
    expect((await service.anonymous.get(PATH)).status).toBe(401);
  });

  for (const [role, actions] of [
    ['Admin', 'list show create edit delete'],
    ['Manager', 'list show edit'],
    ['Viewer', 'list'],
    ['Doctor', ''],
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

  it('is known to the back-office where it differs by role', async () => {
    const { body } = await (await service.as('Admin')).get('/auth/resource-permissions');
    expect(body).toHaveProperty(['invoices'], {
      Admin: ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'],
      Manager: ['list', 'show', 'edit'],
      Viewer: ['list', 'edit'],
      '*': [],
    });
  });

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['margin']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }

  for (const [role, field, value] of [['Manager', 'margin', 2]] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Invoice, row.id))[field]).toEqual(row[field]);
    });
  }
});
