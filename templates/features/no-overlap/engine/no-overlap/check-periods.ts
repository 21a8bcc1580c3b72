import { modelOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';
import { hint } from '../problem/problem.js';
import { periodOf } from './period.js';

/** The types of which databases know ranges. */
const TYPES = ['date', 'datetime', 'integer', 'decimal'];

/** What is wrong with the periods of models: each reason names the model. */
export const refusals = (models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap((model) => problemsOf(model).map((one) => `${model.name}: noOverlap ${one}`));

function problemsOf(model: ModelInfo): readonly string[] {
  const declared = modelOptionsOf(model.entity as new () => object).noOverlap;
  if (!declared) return [];
  const names = [...declared.fields, ...(declared.by ?? [])];
  const known = model.stored.map((column) => column.name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return [`names the field ${unknown}${hint(unknown, known)}`];
  const period = periodOf(model)!;
  const { start, end } = period;
  if (start.type !== end.type || !TYPES.includes(start.type))
    return [`needs two fields of one type, which is ${TYPES.join(', ')}`];
  return start.nullable
    ? [`needs a required field for the beginning, and ${start.name} is not`]
    : [];
}
