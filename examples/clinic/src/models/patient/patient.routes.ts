import { defineRoutes } from '#engine';
import { Patient } from './patient.model.js';

/** Endpoints of patients beside the generated ones; they win over `/{id}`. */
export const patientRoutes = defineRoutes(Patient, () => {
  // `crudgen endpoint add Patient POST /:id/archive --action edit` writes the first one.
});
