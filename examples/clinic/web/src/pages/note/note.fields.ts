import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of notes. */
export const noteFields: readonly FieldFact[] = [
  { source: 'title', type: 'string', required: true },
  { source: 'body', type: 'text' },
  { source: 'slug', type: 'string' },
  { source: 'secret', type: 'string' },
  { source: 'patient_id', type: 'ref', reference: 'patient', relation: 'patient' },
  { source: 'reply_to_id', type: 'ref', reference: 'note', relation: 'reply_to' },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'shared_with', type: 'refs', reference: 'user' },
  { source: 'created_by_id', type: 'ref', reference: 'user', relation: 'created_by' },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
