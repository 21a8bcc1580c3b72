import { defineAccess } from '#engine';
import type { Doctor } from './doctor.model.js';

/** Who may do what with doctors, which rows they see, which fields they read and write. */
export const doctorAccess = defineAccess<Doctor>({
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: { salary: { read: ['Admin'], write: ['Admin'] } },
});
