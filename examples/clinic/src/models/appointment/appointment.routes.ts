import { defineRoutes } from '#engine';
import { Appointment } from './appointment.model.js';

/** Endpoints of appointments beside the generated ones; they win over `/{id}`. */
export const appointmentRoutes = defineRoutes(Appointment, () => {
  // `crudgen endpoint add Appointment POST /:id/archive --action edit` writes the first one.
});
