import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Patient } from './patient.model.js';

const PATH = '/patient';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new patient needs at least. */
async function newRow(_user: TestUser) {
  return { number: fresh.text(), first_name: 'some first name', last_name: 'some last name' };
}

/** Inserts one patient of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Patient, { ...(await newRow(user)), tenant_id: user.tenantId, ...values });
}

describe('patient', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = {
      national_id: fresh.text(),
      born_on: '2026-01-02',
      insured: true,
      risk: 'low',
      diagnosis: 'some diagnosis',
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
    const change = { first_name: 'another first name' };
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
    expect(row).toMatchObject({ insured: false, risk: 'low' });
  });

  for (const field of ['number', 'first_name', 'last_name']) {
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
    ['national_id', 7],
    ['national_id', 'x'.repeat(256)],
    ['first_name', 7],
    ['first_name', 'x'.repeat(256)],
    ['last_name', 7],
    ['last_name', 'x'.repeat(256)],
    ['born_on', 'neither'],
    ['insured', 'yes'],
    ['risk', 7],
    ['risk', 'x'.repeat(256)],
    ['diagnosis', 7],
    ['doctor_id', 987654321],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['national_id'], ['number']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const values = () => ({ national_id: fresh.text() });
      const first = await user.create(PATH, { ...(await newRow(user)), ...values() });
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...values(), ...same });
      expect(answer.status).toBe(409);
    });
  }
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

  it('is for the tenant of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const row = await insertRow(user, { tenant_id: user.tenantId });
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
