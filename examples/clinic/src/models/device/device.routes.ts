import { defineRoutes } from '#engine';
import { Device } from './device.model.js';

/** Custom endpoints of devices; they take precedence over `/{id}`. */
export const deviceRoutes = defineRoutes(Device, () => {
  // `crudgen endpoint add Device POST /:id/archive --action edit` writes the first one.
});
