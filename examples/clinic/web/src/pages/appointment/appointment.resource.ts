import { bars, due, figure, page, series, type ModelDefinition } from '#ui';
import { appointmentFacts } from './appointment.facts.gen';

/** Appointments in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const appointmentResource: ModelDefinition = {
  ...appointmentFacts,
  messages: {
    fields: {
      subject: 'Subject',
      starts_at: 'Starts at',
      booked_on: 'Booked on',
      booked_at: 'Booked at',
      reminder: 'Reminder',
      status: 'Status',
      patient_id: 'Patient',
      doctor_id: 'Doctor',
      tenant_id: 'Tenant',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  dashboard: [
    figure('booked_on'),
    bars('status'),
    due('starts_at', { filter: { status: ['booked', 'arrived'] } }),
    series('booked_on'),
  ],
  list: page(() => import('./appointment.list'), 'AppointmentList'),
  show: page(() => import('./appointment.show'), 'AppointmentShow'),
  create: page(() => import('./appointment.form'), 'AppointmentCreate'),
  edit: page(() => import('./appointment.form'), 'AppointmentEdit'),
};
