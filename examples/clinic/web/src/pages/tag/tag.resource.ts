import { page, type ModelDefinition } from '#ui';
import { tagFacts } from './tag.facts.gen';

/** Tags in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const tagResource: ModelDefinition = {
  ...tagFacts,
  messages: {
    fields: {
      name: 'Name',
      color: 'Color',
      notes: 'Notes',
      patients: 'Patients',
    },
  },
  dashboard: [],
  list: page(() => import('./tag.list'), 'TagList'),
  show: page(() => import('./tag.show'), 'TagShow'),
  create: page(() => import('./tag.form'), 'TagCreate'),
  edit: page(() => import('./tag.form'), 'TagEdit'),
};
