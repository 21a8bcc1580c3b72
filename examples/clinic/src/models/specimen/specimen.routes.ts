import { defineRoutes } from '#engine';
import { Specimen } from './specimen.model.js';

/** Custom endpoints of specimens; they take precedence over `/{id}`. */
export const specimenRoutes = defineRoutes(Specimen, () => {
  // `crudgen endpoint add Specimen POST /:id/archive --action edit` writes the first one.
});
