import { defineAccess } from '#engine';
import type { Follow } from './follow.model.js';

/** Who may do what with follows, which rows they see, which fields they read and write. */
export const followAccess = defineAccess<Follow>({});
