import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of invoices. */
export const invoiceFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true },
  { source: 'customer', type: 'string' },
  { source: 'total', type: 'decimal' },
  { source: 'margin', type: 'float' },
  { source: 'patient_id', type: 'ref', reference: 'patient', relation: 'patient' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
