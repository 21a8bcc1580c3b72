import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedActions, fresh } from '#engine/testing';
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
  it('is created, changed and deleted', async () => {
    const user = await service.as('Admin');
    const row = await user.create(PATH, await newRow(user));
    expect(row).toMatchObject({ reminder: '07:30:00', status: 'booked' });
    const change = {
      subject: 'another subject',
      starts_at: '2026-03-04T17:30:00.000Z',
      booked_on: '2026-03-04',
      booked_at: '2026-03-05T17:30:00.000Z',
      reminder: '17:30:00',
      status: 'arrived',
    };
    expect((await user.patch(`${PATH}/${row.id}`, change)).body).toMatchObject(change);
    expect((await user.delete(`${PATH}/${row.id}`)).status).toBe(204);
  });

  it('is refused without what it requires', async () => {
    const user = await service.as('Admin');
    const { errors } = await user.post(PATH, {});
    expect(Object.keys(errors)).toEqual(['starts_at', 'patient_id', 'doctor_id']);
  });

  it('is refused with the starts_at and doctor_id of another one', async () => {
    const user = await service.as('Admin');
    const first = await user.create(PATH, await newRow(user));
    const answer = await user.post(PATH, {
      ...(await newRow(user)),
      starts_at: first.starts_at,
      doctor_id: first.doctor_id,
    });
    expect(answer.status).toBe(409);
  });
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
      const row = await insertRow(user);
      expect(await allowedActions(user, PATH, row.id, await newRow(user))).toBe(actions);
    });
  }

  it('is for the tenant of the row alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const nobody = await service.as('Admin', 'nobody');
    const row = await insertRow(nobody, { tenant_id: user.tenantId });
    expect((await stranger.get(`${PATH}/${row.id}`)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect((await user.get(`${PATH}/${row.id}`)).status).toBe(200);
  });

  it('is for whoever sees its patient alone', async () => {
    const user = await service.as('Admin', 'somebody');
    const stranger = await service.as('Admin', 'a stranger');
    const nobody = await service.as('Admin', 'nobody');
    const row = await insertRow(user, { tenant_id: nobody.tenantId });
    expect((await stranger.get(`${PATH}/${row.id}`)).status).toBe(404);
    expect((await stranger.get(`${PATH}?id=${row.id}`)).body).toEqual([]);
    expect((await user.get(`${PATH}/${row.id}`)).status).toBe(200);
  });
});
