import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about wards. */
export const wardFields: readonly FieldFact[] = [
  { source: 'code', type: 'string', required: true, unique: true },
  { source: 'name', type: 'string' },
  { source: 'parent_id', type: 'ref', reference: 'ward', relation: 'parent' },
];

/** Wards in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const wardResource: ModelDefinition = {
  timestamps: false,
  parent: 'parent_id',
  children: 'children',
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
  list: page(() => import('./ward.list'), 'WardList'),
  show: page(() => import('./ward.show'), 'WardShow'),
  create: page(() => import('./ward.form'), 'WardCreate'),
  edit: page(() => import('./ward.form'), 'WardEdit'),
  fields: wardFields,
};
