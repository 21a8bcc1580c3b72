import { defineRoutes } from '#engine';
import { Note } from './note.model.js';

/** Custom endpoints of notes; they take precedence over `/{id}`. */
export const noteRoutes = defineRoutes(Note, () => {
  // `crudgen endpoint add Note POST /:id/archive --action edit` writes the first one.
});
