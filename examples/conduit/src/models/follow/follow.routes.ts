import { defineRoutes } from '#engine';
import { Follow } from './follow.model.js';

/** Custom endpoints of follows; they take precedence over `/{id}`. */
export const followRoutes = defineRoutes(Follow, () => {
  // `crudgen endpoint add Follow POST /:id/archive --action edit` writes the first one.
});
