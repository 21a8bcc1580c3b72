import { defineAccess } from '#engine';
import type { Tag } from './tag.model.js';

/** Who may do what with tags, which rows they see, which fields they read and write. */
export const tagAccess = defineAccess<Tag>({});
