import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about devices. */
export const deviceFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'serial', type: 'string', unique: true },
  { source: 'asset_code', type: 'string', required: true },
  { source: 'cost', type: 'float' },
  { source: 'bought_on', type: 'date' },
  { source: 'ward_id', type: 'ref', reference: 'ward', relation: 'ward', onDelete: 'restrict' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Devices in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const deviceResource: ModelDefinition = {
  timestamps: true,
  parent: null,
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
  list: page(() => import('./device.list'), 'DeviceList'),
  show: page(() => import('./device.show'), 'DeviceShow'),
  create: page(() => import('./device.form'), 'DeviceCreate'),
  edit: page(() => import('./device.form'), 'DeviceEdit'),
  fields: deviceFields,
};
