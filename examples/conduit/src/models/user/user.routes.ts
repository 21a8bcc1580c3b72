import { defineRoutes } from '#engine';
import { User } from './user.model.js';

/** Endpoints of users beside the generated ones; they win over `/{id}`. */
export const userRoutes = defineRoutes(User, () => {
  // `crudgen endpoint add User POST /:id/archive --action edit` writes the first one.
});
