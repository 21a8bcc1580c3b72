import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Patient } from './patient.model.js';

const PATH = '/patient';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new patient needs at least. */
function newRow() {
  return { number: fresh.text(), first_name: 'some first name', last_name: 'some last name' };
}

/** Inserts one patient of the user's own, past all rules. */
function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Patient, { ...newRow(), tenant_id: user.tenantId, ...values });
}

describe('patient', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    expect(row).toMatchObject({ insured: false, risk: 'low' });
    const change = {
      number: fresh.text(),
      national_id: fresh.text(),
      first_name: 'another first name',
      last_name: 'another last name',
      born_on: '2026-03-04',
      insured: true,
      risk: 'high',
      diagnosis: 'another diagnosis',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['number', 'first_name', 'last_name']);
  });

  it('is refused with the national_id of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, { ...newRow(), national_id: fresh.text() });
    const answer = await user.post(PATH, { ...newRow(), national_id: first.national_id });
    expect(answer.status).toBe(409);
  });

  it('is refused with the number of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, newRow());
    const answer = await user.post(PATH, { ...newRow(), number: first.number });
    expect(answer.status).toBe(409);
  });
});

describe('access to patients', () => {
  it('needs a token', async () => {
    expect((await service.anonymous.get(PATH)).status).toBe(401);
  });

  for (const [role, actions] of [
    ['Admin', 'list show create edit delete'],
    ['Manager', 'list show create edit'],
    ['Viewer', 'list show'],
    ['Doctor', 'list show create edit delete'],
  ] as const) {
    it(`allows ${role} to ${actions || 'do nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      expect(await allowedActions(user, PATH, row.id, newRow())).toBe(actions);
    });
  }

  it('is for the tenant of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const row = await insertRow(user, { tenant_id: user.tenantId });
    expect((await stranger.get(`${PATH}/${row.id}`)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect((await user.get(`${PATH}/${row.id}`)).status).toBe(200);
  });

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['diagnosis']],
    ['Viewer', ['diagnosis']],
    ['Doctor', []],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }

  for (const [role, field, value] of [
    ['Manager', 'risk', 'high'],
    ['Manager', 'diagnosis', 'another diagnosis'],
  ] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Patient, row.id))[field]).toEqual(row[field]);
    });
  }
});
