import { defineRoutes } from '#engine';
import { Device } from './device.model.js';

/** Endpoints of devices beside the generated ones; they win over `/{id}`. */
export const deviceRoutes = defineRoutes(Device, () => {
  // `crudgen endpoint add Device POST /:id/archive --action edit` writes the first one.
});
