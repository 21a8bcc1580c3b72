import { defineAccess } from '#engine';
import type { Specimen } from './specimen.model.js';

/** Who may do what with specimens, which rows they see, which fields they read and write. */
export const specimenAccess = defineAccess<Specimen>({});
