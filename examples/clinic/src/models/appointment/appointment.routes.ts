import { defineRoutes } from '#engine';
import { Appointment } from './appointment.model.js';

/** Custom endpoints of appointments; they take precedence over `/{id}`. */
export const appointmentRoutes = defineRoutes(Appointment, () => {
  // `crudgen endpoint add Appointment POST /:id/archive --action edit` writes the first one.
});
