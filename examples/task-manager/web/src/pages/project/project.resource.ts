import { figure, page, type ModelDefinition } from '#ui';
import { projectFacts } from './project.facts.gen';

/** Projects in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const projectResource: ModelDefinition = {
  ...projectFacts,
  messages: {
    fields: {
      name: 'Name',
      description: 'Description',
      status: 'Status',
      owner_id: 'Owner',
      created_at: 'Created at',
      updated_at: 'Updated at',
      tasks: 'Tasks',
    },
  },
  dashboard: [figure('created_at')],
  list: page(() => import('./project.list'), 'ProjectList'),
  show: page(() => import('./project.show'), 'ProjectShow'),
  create: page(() => import('./project.form'), 'ProjectCreate'),
  edit: page(() => import('./project.form'), 'ProjectEdit'),
};
