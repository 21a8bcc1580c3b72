import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Doctor } from './doctor.model.js';

const PATH = '/doctor';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new doctor needs at least. */
async function newRow(_user: TestUser) {
  return { name: 'some name', email: fresh.email() };
}

/** Inserts one doctor of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Doctor, { ...(await newRow(user)), ...values });
}

describe('doctor', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = { website: 'https://example.com/a', specialty: 'general', salary: 1 };
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
    const change = { name: 'another name' };
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
    expect(row).toMatchObject({ specialty: 'general' });
  });

  for (const field of ['name', 'email']) {
    it(`requires ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: undefined });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const [field, value] of [
    ['name', 7],
    ['name', 'x'.repeat(1)],
    ['name', 'x'.repeat(81)],
    ['email', 'nothing of that kind'],
    ['website', 'nothing of that kind'],
    ['specialty', 'none of them'],
    ['user_id', 987654321],
    ['ward_id', 987654321],
    ['salary', 'neither'],
    ['salary', -1],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['email']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const first = await user.create(PATH, await newRow(user));
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...same });
      expect(answer.status).toBe(409);
    });
  }
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

  for (const [role, hidden] of [
    ['Admin', []],
    ['Manager', ['salary']],
    ['Viewer', ['salary']],
  ] as const) {
    it(`hides from ${role}: ${hidden.join(', ') || 'nothing'}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const { body } = await user.get(`${PATH}/${row.id}`);
      expect(Object.keys(row).filter((field) => !(field in Object(body)))).toEqual(hidden);
    });
  }

  for (const [role, field, value] of [['Manager', 'salary', 2]] as const) {
    it(`ignores what ${role} writes to ${field}`, async () => {
      const user = await service.as(role);
      const row = await insertRow(user);
      const answer = await user.patch(`${PATH}/${row.id}`, { [field]: value });
      expect(answer.status).toBe(200);
      expect((await service.read(Doctor, row.id))[field]).toEqual(row[field]);
    });
  }
});
