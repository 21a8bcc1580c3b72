import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of tags. */
export const tagFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'color', type: 'enum', values: ['grey', 'red', 'green'] },
];
