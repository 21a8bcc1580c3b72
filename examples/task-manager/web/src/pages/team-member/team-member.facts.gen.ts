// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about team members. */
export const teamMemberFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'email', type: 'string', required: true },
  { source: 'role', type: 'string' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of team members; `team-member.resource.ts` adds labels and pages. */
export const teamMemberFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: teamMemberFields,
};
