import { asParent, custom, defineAccess, tenant } from '#engine';
import type { Appointment } from './appointment.model.js';

/** Who may do what with appointments, which rows they see, which fields they read and write. */
export const appointmentAccess = defineAccess<Appointment>({
  // Row rules: any of them lets a row through.
  rows: [
    tenant('tenant_id'),
    // Whoever sees the patient sees the patient's appointments.
    asParent('patient_id'),
    // Doctors see their own appointments, in whatever tenant.
    custom((user, where) => where.parent('doctor', (doctor) => doctor.eq('user_id', user.id))),
  ],
});
