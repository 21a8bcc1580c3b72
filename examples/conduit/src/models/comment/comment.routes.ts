import { defineRoutes } from '#engine';
import { Comment } from './comment.model.js';

/** Custom endpoints of comments; they take precedence over `/{id}`. */
export const commentRoutes = defineRoutes(Comment, () => {
  // `crudgen endpoint add Comment POST /:id/archive --action edit` writes the first one.
});
