import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Doctor } from './doctor.model.js';

const PATH = '/doctor';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new doctor needs at least. */
function newRow() {
  return { name: 'some name', email: fresh.email() };
}

/** Inserts one doctor, past all rules. */
function insertRow() {
  return service.insert(Doctor, newRow());
}

describe('doctor', () => {
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, newRow());
    expect(row).toMatchObject({ specialty: 'general' });
    const change = {
      name: 'another name',
      email: fresh.email(),
      website: 'https://example.com/b',
      specialty: 'surgery',
      salary: 2,
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['name', 'email']);
  });

  it('is refused with the email of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, newRow());
    const answer = await user.post(PATH, { ...newRow(), email: first.email });
    expect(answer.status).toBe(409);
  });
});

describe('access to doctors', () => {
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

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['salary']],
    ['Viewer', ['salary']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }

  for (const [role, field, value] of [['Manager', 'salary', 2]] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow();
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Doctor, row.id))[field]).toEqual(row[field]);
    });
  }
});
