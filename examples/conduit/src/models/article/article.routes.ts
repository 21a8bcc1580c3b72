import { defineRoutes } from '#engine';
import { Article } from './article.model.js';

/** Endpoints of articles beside the generated ones; they win over `/{id}`. */
export const articleRoutes = defineRoutes(Article, () => {
  // `crudgen endpoint add Article POST /:id/archive --action edit` writes the first one.
});
