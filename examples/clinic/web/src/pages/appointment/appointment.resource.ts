import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about appointments. */
export const appointmentFields: readonly FieldFact[] = [
  { source: 'subject', type: 'string' },
  { source: 'starts_at', type: 'datetime', required: true },
  { source: 'booked_on', type: 'date' },
  { source: 'booked_at', type: 'datetime' },
  { source: 'reminder', type: 'time' },
  { source: 'status', type: 'enum', values: ['booked', 'arrived', 'cancelled'], required: true },
  {
    source: 'patient_id',
    type: 'ref',
    reference: 'patient',
    relation: 'patient',
    required: true,
    onDelete: 'cascade',
  },
  {
    source: 'doctor_id',
    type: 'ref',
    reference: 'doctor',
    relation: 'doctor',
    required: true,
    onDelete: 'restrict',
  },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Appointments in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const appointmentResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  rows: ['tenant'],
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
  list: page(() => import('./appointment.list'), 'AppointmentList'),
  show: page(() => import('./appointment.show'), 'AppointmentShow'),
  create: page(() => import('./appointment.form'), 'AppointmentCreate'),
  edit: page(() => import('./appointment.form'), 'AppointmentEdit'),
  fields: appointmentFields,
};
