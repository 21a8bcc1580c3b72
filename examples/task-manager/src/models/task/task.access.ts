import { defineAccess } from '#engine';
import type { Task } from './task.model.js';

/** Who may do what with tasks, which rows they see, which fields they read and write. */
export const taskAccess = defineAccess<Task>({});
