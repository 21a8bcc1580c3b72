// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

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
    person: 'user_id',
    relation: 'doctor',
    required: true,
    onDelete: 'restrict',
  },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of appointments; `appointment.resource.ts` adds labels and pages. */
export const appointmentFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  rows: ['tenant'],
  fields: appointmentFields,
};
