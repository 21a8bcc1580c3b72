import { defineRoutes } from '#engine';
import { Ward } from './ward.model.js';

/** Custom endpoints of wards; they take precedence over `/{id}`. */
export const wardRoutes = defineRoutes(Ward, () => {
  // `crudgen endpoint add Ward POST /:id/archive --action edit` writes the first one.
});
