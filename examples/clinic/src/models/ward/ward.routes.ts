import { defineRoutes } from '#engine';
import { Ward } from './ward.model.js';

/** Endpoints of wards beside the generated ones; they win over `/{id}`. */
export const wardRoutes = defineRoutes(Ward, () => {
  // `crudgen endpoint add Ward POST /:id/archive --action edit` writes the first one.
});
