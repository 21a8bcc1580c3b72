// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about users. */
export const userFields: readonly FieldFact[] = [
  { source: 'username', type: 'string', required: true },
  { source: 'email', type: 'string', unique: true },
  { source: 'first_name', type: 'string' },
  { source: 'last_name', type: 'string' },
  { source: 'roles', type: 'refs', reference: 'role', keyField: 'name' },
  { source: 'tenants', type: 'refs', reference: 'tenant' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'], required: true },
  { source: 'bio', type: 'text' },
  { source: 'image', type: 'string' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of users; `user.resource.ts` adds labels and pages. */
export const userFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: userFields,
};
