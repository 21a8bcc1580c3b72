import Icon from '@mui/icons-material/StickyNote2Outlined';
import { type AppResource, facts, page } from '#ui';

/** Notes in the back-office: address, icon, texts and pages. */
export const noteResource: AppResource = {
  name: 'note',
  model: 'Note',
  icon: Icon,
  timestamps: true,
  parent: 'reply_to_id',
  rows: ['owner', 'tenant'],
  messages: {
    name: 'Note |||| Notes',
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
  list: page(() => import('./note.list'), 'NoteList'),
  show: page(() => import('./note.show'), 'NoteShow'),
  create: page(() => import('./note.create'), 'NoteCreate'),
  edit: page(() => import('./note.edit'), 'NoteEdit'),
  fields: facts(() => import('./note.fields'), 'noteFields'),
};
