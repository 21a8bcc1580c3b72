import { defineRoutes } from '#engine';
import { Tag } from './tag.model.js';

/** Custom endpoints of tags; they take precedence over `/{id}`. */
export const tagRoutes = defineRoutes(Tag, () => {
  // `crudgen endpoint add Tag POST /:id/archive --action edit` writes the first one.
});
