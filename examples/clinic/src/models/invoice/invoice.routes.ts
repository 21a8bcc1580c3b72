import { defineRoutes } from '#engine';
import { Invoice } from './invoice.model.js';

/** Endpoints of invoices beside the generated ones; they win over `/{id}`. */
export const invoiceRoutes = defineRoutes(Invoice, () => {
  // `crudgen endpoint add Invoice POST /:id/archive --action edit` writes the first one.
});
