import { figure, page, type ModelDefinition } from '#ui';
import { diaryFacts } from './diary.facts.gen';

/** Diaries in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const diaryResource: ModelDefinition = {
  ...diaryFacts,
  messages: {
    fields: {
      day: 'Day',
      text: 'Text',
      patient_id: 'Patient',
      doctor_id: 'Doctor',
      author_id: 'Author',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  dashboard: [figure('day')],
  list: page(() => import('./diary.list'), 'DiaryList'),
  show: page(() => import('./diary.show'), 'DiaryShow'),
  create: page(() => import('./diary.form'), 'DiaryCreate'),
  edit: page(() => import('./diary.form'), 'DiaryEdit'),
};
