import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Order } from './order.model.js';

const PATH = '/order';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new order needs at least. */
function newRow() {
  return { number: fresh.text({ max: 40 }), customer: 'some customer' };
}

/** Inserts one order, past all rules. */
function insertRow() {
  return service.insert(Order, newRow());
}

describe('order', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    expect(row).toMatchObject({ status: 'pending', total: 0 });
    const change = {
      number: fresh.text({ max: 40 }),
      customer: 'another customer',
      status: 'confirmed',
      total: 2,
      placed_at: '2026-03-04T17:30:00.000Z',
      notes: 'another notes',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['number', 'customer']);
  });

  it('is refused with the number of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, newRow());
    const answer = await user.post(PATH, { ...newRow(), number: first.number });
    expect(answer.status).toBe(409);
  });
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
      const row = await insertRow();
      expect(await allowedActions(user, PATH, row.id, newRow())).toBe(actions);
    });
  }
});
