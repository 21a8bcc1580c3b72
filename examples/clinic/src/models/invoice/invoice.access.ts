import { defineAccess } from '#engine';
import type { Invoice } from './invoice.model.js';

/** Who may do what with invoices, which rows they see, which fields they read and write. */
export const invoiceAccess = defineAccess<Invoice>({
  // Model exceptions: they only narrow what a role may do. '*' is every role not named.
  roles: {
    Admin: ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'],
    Manager: ['list', 'show', 'edit'],
    Viewer: ['list', 'edit'],
    '*': [],
  },
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: { margin: { read: ['Admin', 'Doctor'], write: ['Admin', 'Doctor'] } },
});
