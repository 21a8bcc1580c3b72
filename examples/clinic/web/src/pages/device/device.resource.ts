import Icon from '@mui/icons-material/DevicesOutlined';
import { type AppResource, facts, page } from '#ui';

/** Devices in the back-office: address, icon, texts and pages. */
export const deviceResource: AppResource = {
  name: 'devices',
  model: 'Device',
  icon: Icon,
  timestamps: true,
  parent: null,
  messages: {
    name: 'Device |||| Devices',
    fields: {
      name: 'Name',
      serial: 'Serial',
      asset_code: 'Asset code',
      cost: 'Cost',
      bought_on: 'Bought on',
      ward_id: 'Ward',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  list: page(() => import('./device.list'), 'DeviceList'),
  show: page(() => import('./device.show'), 'DeviceShow'),
  create: page(() => import('./device.create'), 'DeviceCreate'),
  edit: page(() => import('./device.edit'), 'DeviceEdit'),
  fields: facts(() => import('./device.fields'), 'deviceFields'),
};
