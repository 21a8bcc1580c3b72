import { defineRoutes } from '#engine';
import { Note } from './note.model.js';

/** Endpoints of notes beside the generated ones; they win over `/{id}`. */
export const noteRoutes = defineRoutes(Note, () => {
  // `crudgen endpoint add Note POST /:id/archive --action edit` writes the first one.
});
