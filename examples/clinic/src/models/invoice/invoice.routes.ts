import { defineRoutes } from '#engine';
import { Invoice } from './invoice.model.js';

/** Custom endpoints of invoices; they take precedence over `/{id}`. */
export const invoiceRoutes = defineRoutes(Invoice, () => {
  // `crudgen endpoint add Invoice POST /:id/archive --action edit` writes the first one.
});
