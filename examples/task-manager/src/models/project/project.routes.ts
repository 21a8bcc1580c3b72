import { defineRoutes } from '#engine';
import { Project } from './project.model.js';

/** Endpoints of projects beside the generated ones; they win over `/{id}`. */
export const projectRoutes = defineRoutes(Project, () => {
  // `crudgen endpoint add Project POST /:id/archive --action edit` writes the first one.
});
