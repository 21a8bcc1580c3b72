import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of team members. */
export const teamMemberFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'email', type: 'string', required: true },
  { source: 'role', type: 'string' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
