import { defineAccess } from '#engine';
import type { Ward } from './ward.model.js';

/** Who may do what with wards, which rows they see, which fields they read and write. */
export const wardAccess = defineAccess<Ward>({});
