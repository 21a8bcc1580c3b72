// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about projects. */
export const projectFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'text' },
  { source: 'status', type: 'string' },
  { source: 'owner_id', type: 'ref', reference: 'team_member', relation: 'owner' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of projects; `project.resource.ts` adds labels and pages. */
export const projectFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: projectFields,
};
