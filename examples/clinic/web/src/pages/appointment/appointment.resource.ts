import Icon from '@mui/icons-material/EventOutlined';
import { type AppResource, facts, page } from '#ui';

/** Appointments in the back-office: address, icon, texts and pages. */
export const appointmentResource: AppResource = {
  name: 'appointment',
  model: 'Appointment',
  icon: Icon,
  timestamps: true,
  parent: null,
  rows: ['tenant'],
  messages: {
    name: 'Appointment |||| Appointments',
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
  list: page(() => import('./appointment.list'), 'AppointmentList'),
  show: page(() => import('./appointment.show'), 'AppointmentShow'),
  create: page(() => import('./appointment.create'), 'AppointmentCreate'),
  edit: page(() => import('./appointment.edit'), 'AppointmentEdit'),
  fields: facts(() => import('./appointment.fields'), 'appointmentFields'),
};
