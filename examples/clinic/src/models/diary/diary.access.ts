import { defineAccess, owner } from '#engine';
import type { Diary } from './diary.model.js';

/** Who may do what with diaries, which rows they see, which fields they read and write. */
export const diaryAccess = defineAccess<Diary>({
  // Row rules: any of them lets a row through.
  rows: [owner('author_id')],
  // Field rules: the roles that read and write a field; a field not named is open.
  fields: { author_id: { write: ['Admin'] } },
});
