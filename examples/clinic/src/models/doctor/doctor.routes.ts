import { defineRoutes } from '#engine';
import { Doctor } from './doctor.model.js';

/** Custom endpoints of doctors; they take precedence over `/{id}`. */
export const doctorRoutes = defineRoutes(Doctor, () => {
  // `crudgen endpoint add Doctor POST /:id/archive --action edit` writes the first one.
});
