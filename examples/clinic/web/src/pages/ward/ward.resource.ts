import { page, type ModelDefinition } from '#ui';
import { wardFacts } from './ward.facts.gen';

/** Wards in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const wardResource: ModelDefinition = {
  ...wardFacts,
  messages: {
    fields: {
      code: 'Code',
      name: 'Name',
      parent_id: 'Parent',
      devices: 'Devices',
      doctors: 'Doctors',
      children: 'Children',
    },
  },
  dashboard: [],
  list: page(() => import('./ward.list'), 'WardList'),
  show: page(() => import('./ward.show'), 'WardShow'),
  create: page(() => import('./ward.form'), 'WardCreate'),
  edit: page(() => import('./ward.form'), 'WardEdit'),
};
