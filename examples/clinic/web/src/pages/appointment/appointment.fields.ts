import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of appointments. */
export const appointmentFields: readonly FieldFact[] = [
  { source: 'subject', type: 'string' },
  { source: 'starts_at', type: 'datetime', required: true },
  { source: 'booked_on', type: 'date' },
  { source: 'booked_at', type: 'datetime' },
  { source: 'reminder', type: 'time' },
  { source: 'status', type: 'enum', values: ['booked', 'arrived', 'cancelled'], required: true },
  { source: 'patient_id', type: 'ref', reference: 'patient', relation: 'patient', required: true },
  { source: 'doctor_id', type: 'ref', reference: 'doctor', relation: 'doctor', required: true },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
