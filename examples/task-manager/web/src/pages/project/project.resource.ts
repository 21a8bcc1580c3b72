import { page, type ModelDefinition } from '#ui';
import { projectFacts } from './project.facts.gen';

/** Projects in the back-office: labels and pages; name and icon are in `../resources.ts`. */
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
  list: page(() => import('./project.list'), 'ProjectList'),
  show: page(() => import('./project.show'), 'ProjectShow'),
  create: page(() => import('./project.form'), 'ProjectCreate'),
  edit: page(() => import('./project.form'), 'ProjectEdit'),
};
