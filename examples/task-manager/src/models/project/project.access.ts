import { defineAccess } from '../../access/define-access.js';
import type { Project } from './project.model.js';

/** Who may do what with projects, which rows they see, which fields they read and write. */
export const projectAccess = defineAccess<Project>({});
