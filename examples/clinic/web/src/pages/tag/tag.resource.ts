import Icon from '@mui/icons-material/LabelOutlined';
import { type AppResource, facts, page } from '#ui';

/** Tags in the back-office: address, icon, texts and pages. */
export const tagResource: AppResource = {
  name: 'tag',
  model: 'Tag',
  icon: Icon,
  timestamps: false,
  parent: null,
  messages: {
    name: 'Tag |||| Tags',
    fields: {
      name: 'Name',
      color: 'Color',
      notes: 'Notes',
      patients: 'Patients',
    },
  },
  list: page(() => import('./tag.list'), 'TagList'),
  show: page(() => import('./tag.show'), 'TagShow'),
  create: page(() => import('./tag.create'), 'TagCreate'),
  edit: page(() => import('./tag.edit'), 'TagEdit'),
  fields: facts(() => import('./tag.fields'), 'tagFields'),
};
