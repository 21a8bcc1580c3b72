import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about invoices. */
export const invoiceFields: readonly FieldFact[] = [
  { source: 'number', type: 'string', required: true },
  { source: 'customer', type: 'string' },
  { source: 'total', type: 'decimal' },
  { source: 'margin', type: 'float' },
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

/** Invoices in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const invoiceResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      number: 'Number',
      customer: 'Customer',
      total: 'Total',
      margin: 'Margin',
      patient_id: 'Patient',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  list: page(() => import('./invoice.list'), 'InvoiceList'),
  show: page(() => import('./invoice.show'), 'InvoiceShow'),
  create: page(() => import('./invoice.form'), 'InvoiceCreate'),
  edit: page(() => import('./invoice.form'), 'InvoiceEdit'),
  fields: invoiceFields,
};
