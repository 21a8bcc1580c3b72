import type { Field, Model, Reference } from '../model/model.js';

/** A model as programs read it: its keys are in snake case, like those of spec files. */
export const modelJson = ({ fields, rows: { byRole, ...rows }, ...model }: Model): object => ({
  ...model,
  rows: { ...rows, ...(byRole && { by_role: byRole }) },
  fields: fields.map(fieldJson),
});

const fieldJson = ({ uniqueGlobal, patternMessage, reference, ...field }: Field): object => ({
  ...field,
  unique_global: uniqueGlobal,
  pattern_message: patternMessage,
  reference: reference && referenceJson(reference),
});

function referenceJson({ onDelete, join, ...reference }: Reference): object {
  const { table, ownColumn: own_column, otherColumn: other_column } = join ?? {};
  return {
    ...reference,
    on_delete: onDelete,
    ...(join !== undefined && { join: { table, own_column, other_column } }),
  };
}
