import { defineRoutes } from '#engine';
import { Project } from './project.model.js';

/** Custom endpoints of projects; they take precedence over `/{id}`. */
export const projectRoutes = defineRoutes(Project, () => {
  // `crudgen endpoint add Project POST /:id/archive --action edit` writes the first one.
});
