// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about specimens. */
export const specimenFields: readonly FieldFact[] = [
  { source: 'short', type: 'string' },
  { source: 'long', type: 'string' },
  { source: 'body', type: 'text' },
  { source: 'empty', type: 'string' },
  { source: 'nothing', type: 'string' },
  { source: 'contact', type: 'string' },
  { source: 'link', type: 'string' },
  { source: 'amount', type: 'integer' },
  { source: 'big', type: 'bigint', unit: 'µl' },
  { source: 'ratio', type: 'float', unit: '%' },
  { source: 'price', type: 'decimal', digits: 4 },
  { source: 'fee', type: 'decimal', digits: 2 },
  { source: 'active', type: 'boolean' },
  { source: 'ready', type: 'boolean' },
  { source: 'taken_on', type: 'date' },
  { source: 'taken_time', type: 'time' },
  { source: 'taken_at', type: 'datetime' },
  { source: 'external', type: 'uuid', unique: true },
  { source: 'shade', type: 'color' },
  { source: 'data', type: 'json' },
  { source: 'kind', type: 'enum', values: ['blood', 'urine', 'other'] },
  { source: 'grade', type: 'enum', values: ['a', 'b', 'c'] },
  { source: 'hint', type: 'string', values: ['x', 'y'] },
  { source: 'order', type: 'integer' },
  { source: 'group', type: 'string' },
  { source: 'level', type: 'integer' },
  { source: 'level_gte', type: 'integer' },
  { source: 'color', type: 'string' },
  { source: 'color_like', type: 'string' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of specimens; `specimen.resource.ts` adds labels and pages. */
export const specimenFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: specimenFields,
};
