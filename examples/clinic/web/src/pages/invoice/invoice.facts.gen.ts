// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about invoices. */
export const invoiceFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true },
  { source: 'customer', type: 'string' },
  { source: 'total', type: 'decimal', digits: 2, unit: 'EUR' },
  { source: 'margin', type: 'float', unit: '%' },
  {
    source: 'patient_id',
    type: 'ref',
    reference: 'patient',
    relation: 'patient',
    onDelete: 'restrict',
  },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of invoices; `invoice.resource.ts` adds labels and pages. */
export const invoiceFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: invoiceFields,
};
