import { defineRoutes } from '#engine';
import { Specimen } from './specimen.model.js';

/** Endpoints of specimens beside the generated ones; they win over `/{id}`. */
export const specimenRoutes = defineRoutes(Specimen, () => {
  // `crudgen endpoint add Specimen POST /:id/archive --action edit` writes the first one.
});
