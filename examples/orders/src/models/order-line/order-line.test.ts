import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Order } from '../order/order.model.js';
import { OrderLine } from './order-line.model.js';

const PATH = '/order_line';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new order line needs at least; the rows that it must point to are made, too. */
async function newRow() {
  const order = await service.insert(Order, {
    number: fresh.text({ max: 40 }),
    customer: 'some customer',
  });
  return { order_id: order.id, position: 1, product: 'some product', unit_price: 1 };
}

/** Inserts one order line, past all rules. */
async function insertRow() {
  return service.insert(OrderLine, await newRow());
}

describe('order line', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow());
    expect(row).toMatchObject({ quantity: 1 });
    const change = { position: 2, product: 'another product', quantity: 2, unit_price: 2 };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['order_id', 'position', 'product', 'unit_price']);
  });

  it('is refused with the order_id and position of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, await newRow());
    const answer = await user.post(PATH, {
      ...(await newRow()),
      order_id: first.order_id,
      position: first.position,
    });
    expect(answer.status).toBe(409);
  });
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
      const row = await insertRow();
      expect(await allowedActions(user, PATH, row.id, await newRow())).toBe(actions);
    });
  }
});
