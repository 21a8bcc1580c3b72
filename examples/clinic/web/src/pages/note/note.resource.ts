import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about notes. */
export const noteFields: readonly FieldFact[] = [
  { source: 'title', type: 'string', required: true },
  { source: 'body', type: 'text' },
  { source: 'slug', type: 'string', unique: true },
  { source: 'secret', type: 'string' },
  { source: 'patient_id', type: 'ref', reference: 'patient', relation: 'patient' },
  {
    source: 'reply_to_id',
    type: 'ref',
    reference: 'note',
    relation: 'reply_to',
    onDelete: 'cascade',
  },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'shared_with', type: 'refs', reference: 'user' },
  { source: 'created_by_id', type: 'ref', reference: 'user', relation: 'created_by' },
  { source: 'tenant_id', type: 'ref', reference: 'tenant', relation: 'tenant' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Notes in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const noteResource: ModelDefinition = {
  timestamps: true,
  parent: 'reply_to_id',
  children: 'replies',
  rows: ['owner', 'tenant'],
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
  list: page(() => import('./note.list'), 'NoteList'),
  show: page(() => import('./note.show'), 'NoteShow'),
  create: page(() => import('./note.form'), 'NoteCreate'),
  edit: page(() => import('./note.form'), 'NoteEdit'),
  fields: noteFields,
};
