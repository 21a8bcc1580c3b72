import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about diaries. */
export const diaryFields: readonly FieldFact[] = [
  { source: 'day', type: 'date', required: true },
  { source: 'text', type: 'text' },
  {
    source: 'patient_id',
    type: 'ref',
    reference: 'patient',
    relation: 'patient',
    onDelete: 'cascade',
  },
  { source: 'doctor_id', type: 'ref', reference: 'doctor', relation: 'doctor' },
  { source: 'author_id', type: 'ref', reference: 'user', relation: 'author' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Diaries in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const diaryResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  rows: ['owner'],
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
  list: page(() => import('./diary.list'), 'DiaryList'),
  show: page(() => import('./diary.show'), 'DiaryShow'),
  create: page(() => import('./diary.form'), 'DiaryCreate'),
  edit: page(() => import('./diary.form'), 'DiaryEdit'),
  fields: diaryFields,
};
