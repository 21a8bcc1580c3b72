// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about patients. */
export const patientFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true, unique: true },
  { source: 'national_id', type: 'string', unique: true },
  { source: 'first_name', type: 'string', required: true },
  { source: 'last_name', type: 'string', required: true },
  { source: 'born_on', type: 'date' },
  { source: 'insured', type: 'boolean', required: true },
  { source: 'risk', type: 'string', values: ['low', 'high'], required: true },
  { source: 'diagnosis', type: 'text' },
  { source: 'doctor_id', type: 'ref', reference: 'doctor', person: 'user_id', relation: 'doctor' },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'relatives', type: 'refs', reference: 'patient' },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of patients; `patient.resource.ts` adds labels and pages. */
export const patientFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  rows: ['tenant'],
  history: true,
  fields: patientFields,
};
