import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of projects. */
export const projectFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'text' },
  { source: 'status', type: 'string' },
  { source: 'owner_id', type: 'ref', reference: 'team_member', relation: 'owner' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
