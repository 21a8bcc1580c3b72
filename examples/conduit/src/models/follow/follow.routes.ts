import { defineRoutes } from '#engine';
import { Follow } from './follow.model.js';

/** Endpoints of follows beside the generated ones; they win over `/{id}`. */
export const followRoutes = defineRoutes(Follow, () => {
  // `crudgen endpoint add Follow POST /:id/archive --action edit` writes the first one.
});
