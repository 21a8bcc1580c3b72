import { defineRoutes } from '#engine';
import { Diary } from './diary.model.js';

/** Custom endpoints of diaries; they take precedence over `/{id}`. */
export const diaryRoutes = defineRoutes(Diary, () => {
  // `crudgen endpoint add Diary POST /:id/archive --action edit` writes the first one.
});
