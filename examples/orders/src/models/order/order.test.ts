import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Order } from './order.model.js';

const PATH = '/order';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new order needs at least. */
async function newRow(_user: TestUser) {
  return { number: fresh.text({ max: 40 }), customer: 'some customer' };
}

/** Inserts one order of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Order, { ...(await newRow(user)), ...values });
}

describe('order', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = {
      status: 'pending',
      total: 1,
      placed_at: '2026-01-02T08:15:00.000Z',
      notes: 'some notes',
    };
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
    const change = { customer: 'another customer' };
    const answer = await user.patch(`${PATH}/${row.id}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...row,
      ...change,
      _label: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('takes its defaults', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    expect(row).toMatchObject({ status: 'pending', total: 0 });
  });

  for (const field of ['number', 'customer']) {
    it(`requires ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: undefined });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const [field, value] of [
    ['number', 7],
    ['number', 'x'.repeat(41)],
    ['customer', 7],
    ['customer', 'x'.repeat(256)],
    ['status', 7],
    ['status', 'x'.repeat(256)],
    ['total', 'neither'],
    ['total', -1],
    ['placed_at', 'neither'],
    ['notes', 7],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['number']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const first = await user.create(PATH, await newRow(user));
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...same });
      expect(answer.status).toBe(409);
    });
  }
});

describe('access to orders', () => {
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
});
