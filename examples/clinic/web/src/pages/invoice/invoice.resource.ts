import Icon from '@mui/icons-material/ReceiptLongOutlined';
import { type AppResource, facts, page } from '#ui';

/** Invoices in the back-office: address, icon, texts and pages. */
export const invoiceResource: AppResource = {
  name: 'invoices',
  model: 'Invoice',
  icon: Icon,
  timestamps: true,
  parent: null,
  messages: {
    name: 'Invoice |||| Invoices',
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
  create: page(() => import('./invoice.create'), 'InvoiceCreate'),
  edit: page(() => import('./invoice.edit'), 'InvoiceEdit'),
  fields: facts(() => import('./invoice.fields'), 'invoiceFields'),
};
