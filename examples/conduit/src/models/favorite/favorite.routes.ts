import { defineRoutes } from '#engine';
import { Favorite } from './favorite.model.js';

/** Endpoints of favorites beside the generated ones; they win over `/{id}`. */
export const favoriteRoutes = defineRoutes(Favorite, () => {
  // `crudgen endpoint add Favorite POST /:id/archive --action edit` writes the first one.
});
