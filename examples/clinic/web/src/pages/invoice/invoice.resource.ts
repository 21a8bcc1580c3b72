import { figure, page, series, type ModelDefinition } from '#ui';
import { invoiceFacts } from './invoice.facts.gen';

/** Invoices in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const invoiceResource: ModelDefinition = {
  ...invoiceFacts,
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
  dashboard: [figure('created_at', { sum: 'total' }), series('created_at', { sum: 'total' })],
  list: page(() => import('./invoice.list'), 'InvoiceList'),
  show: page(() => import('./invoice.show'), 'InvoiceShow'),
  create: page(() => import('./invoice.form'), 'InvoiceCreate'),
  edit: page(() => import('./invoice.form'), 'InvoiceEdit'),
};
