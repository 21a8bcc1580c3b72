import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Order } from '../order/order.model.js';
import { OrderLine } from './order-line.model.js';

const PATH = '/order_line';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new order line needs at least; the rows that it must point to are made, too. */
async function newRow(_user: TestUser) {
  const order = await service.insert(Order, {
    number: fresh.text({ max: 40 }),
    customer: 'some customer',
  });
  return { order_id: order.id, position: 1, product: 'some product', unit_price: 1 };
}

/** Inserts one order line of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(OrderLine, { ...(await newRow(user)), ...values });
}

describe('order line', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = { quantity: 1 };
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
    const change = { position: 2 };
    const answer = await user.patch(`${PATH}/${row.id}`, change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...row, ...change, _label: expect.any(String) });
  });

  it('takes its defaults', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    expect(row).toMatchObject({ quantity: 1 });
  });

  for (const field of ['order_id', 'position', 'product', 'unit_price']) {
    it(`requires ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: undefined });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const [field, value] of [
    ['order_id', 987654321],
    ['position', 'neither'],
    ['position', 0],
    ['product', 7],
    ['product', 'x'.repeat(256)],
    ['quantity', 'neither'],
    ['quantity', 0],
    ['unit_price', 'neither'],
    ['unit_price', -1],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['order_id', 'position']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const first = await user.create(PATH, await newRow(user));
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...same });
      expect(answer.status).toBe(409);
    });
  }
});

describe('access to order lines', () => {
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
