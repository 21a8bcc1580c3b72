import { defineRoutes } from '#engine';
import { Article } from './article.model.js';

/** Custom endpoints of articles; they take precedence over `/{id}`. */
export const articleRoutes = defineRoutes(Article, () => {
  // `crudgen endpoint add Article POST /:id/archive --action edit` writes the first one.
});
