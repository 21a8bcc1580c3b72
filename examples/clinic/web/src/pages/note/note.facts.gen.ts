// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about notes. */
export const noteFields: readonly FieldFact[] = [
  { source: 'title', type: 'string', required: true },
  { source: 'body', type: 'text' },
  { source: 'slug', type: 'string', unique: true },
  { source: 'secret', type: 'string' },
  { source: 'patient_id', type: 'ref', reference: 'patient', relation: 'patient' },
  {
    source: 'reply_to_id',
    type: 'ref',
    reference: 'note',
    relation: 'reply_to',
    onDelete: 'cascade',
  },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'shared_with', type: 'refs', reference: 'user' },
  { source: 'created_by_id', type: 'ref', reference: 'user', relation: 'created_by' },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of notes; `note.resource.ts` adds labels and pages. */
export const noteFacts: ModelFacts = {
  timestamps: true,
  parent: 'reply_to_id',
  children: 'replies',
  rows: ['owner', 'tenant'],
  fields: noteFields,
};
