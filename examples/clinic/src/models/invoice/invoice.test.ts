import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Invoice } from './invoice.model.js';

const PATH = '/invoices';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new invoice needs at least. */
function newRow() {
  return { number: 'some number' };
}

/** Inserts one invoice, past all rules. */
function insertRow() {
  return service.insert(Invoice, newRow());
}

describe('invoice', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    const change = { number: 'another number', customer: fresh.text(), total: 2, margin: 2 };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['number']);
  });

  it('is refused with the number and customer of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, { ...newRow(), customer: fresh.text() });
    const answer = await user.post(PATH, {
      ...newRow(),
      number: first.number,
      customer: first.customer,
    });
    expect(answer.status).toBe(409);
  });
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
      const row = await insertRow();
      expect(await allowedActions(user, PATH, row.id, newRow())).toBe(actions);
    });
  }

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['margin']],
    ['Viewer', ['margin']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      const [body] = (await user.get<object[]>(`${PATH}?id=${row.id}`)).body;
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }

  for (const [role, field, value] of [['Manager', 'margin', 2]] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Invoice, row.id))[field]).toEqual(row[field]);
    });
  }
});
