import Icon from '@mui/icons-material/FolderOutlined';
import { type AppResource, facts, page } from '#ui';

/** Projects in the back-office: address, icon, texts and pages. */
export const projectResource: AppResource = {
  name: 'project',
  model: 'Project',
  icon: Icon,
  timestamps: true,
  parent: null,
  messages: {
    name: 'Project |||| Projects',
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
  create: page(() => import('./project.create'), 'ProjectCreate'),
  edit: page(() => import('./project.edit'), 'ProjectEdit'),
  fields: facts(() => import('./project.fields'), 'projectFields'),
};
