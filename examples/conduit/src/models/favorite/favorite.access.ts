import { defineAccess } from '#engine';
import type { Favorite } from './favorite.model.js';

/** Who may do what with favorites, which rows they see, which fields they read and write. */
export const favoriteAccess = defineAccess<Favorite>({});
