import { defineRoutes } from '#engine';
import { Doctor } from './doctor.model.js';

/** Endpoints of doctors beside the generated ones; they win over `/{id}`. */
export const doctorRoutes = defineRoutes(Doctor, () => {
  // `crudgen endpoint add Doctor POST /:id/archive --action edit` writes the first one.
});
