import { defineRoutes } from '#engine';
import { Favorite } from './favorite.model.js';

/** Custom endpoints of favorites; they take precedence over `/{id}`. */
export const favoriteRoutes = defineRoutes(Favorite, () => {
  // `crudgen endpoint add Favorite POST /:id/archive --action edit` writes the first one.
});
