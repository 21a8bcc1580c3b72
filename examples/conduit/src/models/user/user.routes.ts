import { defineRoutes } from '#engine';
import { User } from './user.model.js';

/** Custom endpoints of users; they take precedence over `/{id}`. */
export const userRoutes = defineRoutes(User, () => {
  // `crudgen endpoint add User POST /:id/archive --action edit` writes the first one.
});
