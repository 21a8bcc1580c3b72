import { defineRoutes } from '#engine';
import { Patient } from './patient.model.js';

/** Custom endpoints of patients; they take precedence over `/{id}`. */
export const patientRoutes = defineRoutes(Patient, () => {
  // `crudgen endpoint add Patient POST /:id/archive --action edit` writes the first one.
});
