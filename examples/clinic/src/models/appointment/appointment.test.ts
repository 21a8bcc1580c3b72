import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService, type TestUser } from '../../../test/test-service.js';
import { Doctor } from '../doctor/doctor.model.js';
import { Patient } from '../patient/patient.model.js';
import { Appointment } from './appointment.model.js';

const PATH = '/appointment';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** What a new appointment needs at least; the rows that it must point to are made, too. */
async function newRow(user: TestUser) {
  const patient = await service.insert(Patient, {
    number: fresh.text(),
    first_name: 'some first name',
    last_name: 'some last name',
    tenant_id: user.tenantId,
  });
  const doctor = await service.insert(Doctor, { name: 'some name', email: fresh.email() });
  return { starts_at: '2026-01-02T08:15:00.000Z', patient_id: patient.id, doctor_id: doctor.id };
}

/** Inserts one appointment of the user's own, past all rules. */
async function insertRow(user: TestUser, values: object = {}) {
  return service.insert(Appointment, {
    ...(await newRow(user)),
    tenant_id: user.tenantId,
    ...values,
  });
}

describe('appointment', () => {
  it('is created, read, listed and deleted', async () => {
    const user = await service.as('Admin');
    const more = {
      subject: 'some subject',
      booked_on: '2026-01-02',
      booked_at: '2026-01-02T08:15:00.000Z',
      reminder: '08:15:00',
      status: 'booked',
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
    const change = { subject: 'another subject' };
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
    expect(row).toMatchObject({ reminder: '07:30:00', status: 'booked' });
  });

  for (const field of ['starts_at', 'patient_id', 'doctor_id']) {
    it(`requires ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: undefined });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const [field, value] of [
    ['subject', 7],
    ['subject', 'x'.repeat(256)],
    ['starts_at', 'neither'],
    ['booked_on', 'neither'],
    ['booked_at', 'neither'],
    ['reminder', 'neither'],
    ['status', 'none of them'],
    ['patient_id', 987654321],
    ['doctor_id', 987654321],
  ] as const) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field}`, async () => {
      const user = await service.as('Admin');
      const answer = await user.post(PATH, { ...(await newRow(user)), [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.errors)).toEqual([field]);
    });
  }

  for (const fields of [['doctor_id', 'starts_at']]) {
    it(`refuses a second one with the same ${fields.join(' and ')}`, async () => {
      const user = await service.as('Admin');
      const first = await user.create(PATH, await newRow(user));
      const same = Object.fromEntries(fields.map((field) => [field, first[field]]));
      const answer = await user.post(PATH, { ...(await newRow(user)), ...same });
      expect(answer.status).toBe(409);
    });
  }
});

describe('access to appointments', () => {
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
});
