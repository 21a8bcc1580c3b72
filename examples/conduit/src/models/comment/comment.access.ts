import { defineAccess } from '#engine';
import type { Comment } from './comment.model.js';

/** Who may do what with comments, which rows they see, which fields they read and write. */
export const commentAccess = defineAccess<Comment>({});
