import { defineRoutes } from '#engine';
import { Diary } from './diary.model.js';

/** Endpoints of diaries beside the generated ones; they win over `/{id}`. */
export const diaryRoutes = defineRoutes(Diary, () => {
  // `crudgen endpoint add Diary POST /:id/archive --action edit` writes the first one.
});
