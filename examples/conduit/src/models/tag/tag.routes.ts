import { defineRoutes } from '#engine';
import { Tag } from './tag.model.js';

/** Endpoints of tags beside the generated ones; they win over `/{id}`. */
export const tagRoutes = defineRoutes(Tag, () => {
  // `crudgen endpoint add Tag POST /:id/archive --action edit` writes the first one.
});
