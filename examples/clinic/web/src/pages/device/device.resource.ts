import { figure, page, series, type ModelDefinition } from '#ui';
import { deviceFacts } from './device.facts.gen';

/** Devices in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const deviceResource: ModelDefinition = {
  ...deviceFacts,
  messages: {
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
  dashboard: [figure('bought_on', { sum: 'cost' }), series('bought_on', { sum: 'cost' })],
  list: page(() => import('./device.list'), 'DeviceList'),
  show: page(() => import('./device.show'), 'DeviceShow'),
  create: page(() => import('./device.form'), 'DeviceCreate'),
  edit: page(() => import('./device.form'), 'DeviceEdit'),
};
