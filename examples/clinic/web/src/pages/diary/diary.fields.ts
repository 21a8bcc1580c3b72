import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of diaries. */
export const diaryFields: readonly FieldFact[] = [
  { source: 'day', type: 'date', required: true },
  { source: 'text', type: 'text' },
  { source: 'patient_id', type: 'ref', reference: 'patient', relation: 'patient' },
  { source: 'doctor_id', type: 'ref', reference: 'doctor', relation: 'doctor' },
  { source: 'author_id', type: 'ref', reference: 'user', relation: 'author' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
