import { afterAll, beforeAll, expect, it } from 'vitest';
import { fresh } from '#engine/testing';
import { startTestService, type TestService } from '../../../test/test-service.js';
import { Doctor } from '../doctor/doctor.model.js';
import { Patient } from '../patient/patient.model.js';
import { Appointment } from './appointment.model.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it('shows doctors their own appointments, in whatever tenant, and none of their colleagues', async () => {
  const doctor = await service.as('Viewer', 'practice', 'a doctor');
  const colleague = await service.as('Viewer', 'practice', 'a colleague');
  const { tenantId: tenant_id } = await service.as('Viewer', 'hospital');
  const patient = await service.insert(Patient, {
    number: fresh.text(),
    first_name: 'Ada',
    last_name: 'Byron',
    tenant_id,
  });
  const { id: doctor_id } = await service.insert(Doctor, {
    name: 'Dr. Who',
    email: fresh.email(),
    user_id: doctor.id,
  });
  const appointment = await service.insert(Appointment, {
    starts_at: '2026-01-02T08:15:00.000Z',
    patient_id: patient.id,
    doctor_id,
    tenant_id,
  });
  const path = `/appointment/${appointment.id}`;
  expect((await doctor.get(path)).status).toBe(200);
  expect((await colleague.get(path)).status).toBe(404);
});
