import { figure, page, type ModelDefinition } from '#ui';
import { noteFacts } from './note.facts.gen';

/** Notes in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const noteResource: ModelDefinition = {
  ...noteFacts,
  messages: {
    fields: {
      title: 'Title',
      body: 'Body',
      slug: 'Slug',
      secret: 'Secret',
      patient_id: 'Patient',
      reply_to_id: 'Reply to',
      tags: 'Tags',
      shared_with: 'Shared with',
      created_by_id: 'Created by',
      tenant_id: 'Tenant',
      created_at: 'Created at',
      updated_at: 'Updated at',
      replies: 'Replies',
    },
  },
  dashboard: [figure('created_at')],
  list: page(() => import('./note.list'), 'NoteList'),
  show: page(() => import('./note.show'), 'NoteShow'),
  create: page(() => import('./note.form'), 'NoteCreate'),
  edit: page(() => import('./note.form'), 'NoteEdit'),
};
