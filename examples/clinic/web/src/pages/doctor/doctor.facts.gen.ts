// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about doctors. */
export const doctorFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'email', type: 'string', required: true, unique: true },
  { source: 'website', type: 'string' },
  { source: 'specialty', type: 'enum', values: ['general', 'surgery', 'cardiology'] },
  { source: 'user_id', type: 'ref', reference: 'user', relation: 'user', unique: true },
  { source: 'ward_id', type: 'ref', reference: 'ward', relation: 'ward' },
  { source: 'salary', type: 'decimal', digits: 2, unit: 'EUR' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of doctors; `doctor.resource.ts` adds labels and pages. */
export const doctorFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: doctorFields,
};
