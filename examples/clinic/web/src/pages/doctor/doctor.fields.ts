import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of doctors. */
export const doctorFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'email', type: 'string', required: true },
  { source: 'website', type: 'string' },
  { source: 'specialty', type: 'enum', values: ['general', 'surgery', 'cardiology'] },
  { source: 'user_id', type: 'ref', reference: 'user', relation: 'user' },
  { source: 'ward_id', type: 'ref', reference: 'ward', relation: 'ward' },
  { source: 'salary', type: 'decimal' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
