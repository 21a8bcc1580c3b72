// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about diaries. */
export const diaryFields: readonly FieldFact[] = [
  { source: 'day', type: 'date', required: true },
  { source: 'text', type: 'text' },
  {
    source: 'patient_id',
    type: 'ref',
    reference: 'patient',
    relation: 'patient',
    onDelete: 'cascade',
  },
  { source: 'doctor_id', type: 'ref', reference: 'doctor', person: 'user_id', relation: 'doctor' },
  { source: 'author_id', type: 'ref', reference: 'user', relation: 'author' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of diaries; `diary.resource.ts` adds labels and pages. */
export const diaryFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  rows: ['owner'],
  fields: diaryFields,
};
