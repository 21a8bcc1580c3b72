import { defineAccess } from '#engine';
import type { Project } from './project.model.js';

/** Who may do what with projects, which rows they see, which fields they read and write. */
export const projectAccess = defineAccess<Project>({});
