import { defineRoutes } from '#engine';
import { Comment } from './comment.model.js';

/** Endpoints of comments beside the generated ones; they win over `/{id}`. */
export const commentRoutes = defineRoutes(Comment, () => {
  // `crudgen endpoint add Comment POST /:id/archive --action edit` writes the first one.
});
