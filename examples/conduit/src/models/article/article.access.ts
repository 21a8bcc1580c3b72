import { defineAccess } from '#engine';
import type { Article } from './article.model.js';

/** Who may do what with articles, which rows they see, which fields they read and write. */
export const articleAccess = defineAccess<Article>({
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: { slug: { write: [] } },
});
