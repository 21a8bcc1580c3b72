import Icon from '@mui/icons-material/MenuBookOutlined';
import { type AppResource, facts, page } from '#ui';

/** Diaries in the back-office: address, icon, texts and pages. */
export const diaryResource: AppResource = {
  name: 'diaries',
  model: 'Diary',
  icon: Icon,
  timestamps: true,
  parent: null,
  rows: ['owner'],
  messages: {
    name: 'Diary |||| Diaries',
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
  list: page(() => import('./diary.list'), 'DiaryList'),
  show: page(() => import('./diary.show'), 'DiaryShow'),
  create: page(() => import('./diary.create'), 'DiaryCreate'),
  edit: page(() => import('./diary.edit'), 'DiaryEdit'),
  fields: facts(() => import('./diary.fields'), 'diaryFields'),
};
