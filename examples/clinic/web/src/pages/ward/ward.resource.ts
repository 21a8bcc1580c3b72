import Icon from '@mui/icons-material/LocalHospitalOutlined';
import { type AppResource, facts, page } from '#ui';

/** Wards in the back-office: address, icon, texts and pages. */
export const wardResource: AppResource = {
  name: 'ward',
  model: 'Ward',
  icon: Icon,
  timestamps: false,
  parent: 'parent_id',
  messages: {
    name: 'Ward |||| Wards',
    fields: {
      code: 'Code',
      name: 'Name',
      parent_id: 'Parent',
      devices: 'Devices',
      doctors: 'Doctors',
      children: 'Children',
    },
  },
  list: page(() => import('./ward.list'), 'WardList'),
  show: page(() => import('./ward.show'), 'WardShow'),
  create: page(() => import('./ward.create'), 'WardCreate'),
  edit: page(() => import('./ward.edit'), 'WardEdit'),
  fields: facts(() => import('./ward.fields'), 'wardFields'),
};
