import { defineAccess, tenant } from '#engine';
import type { Patient } from './patient.model.js';

/** Who may do what with patients, which rows they see, which fields they read and write. */
export const patientAccess = defineAccess<Patient>({
  // Row rules: any of them lets a row through.
  rows: [tenant('tenant_id')],
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: {
    risk: { write: ['Admin', 'Doctor'] },
    diagnosis: { read: ['Admin', 'Doctor'], write: ['Admin', 'Doctor'] },
  },
});
