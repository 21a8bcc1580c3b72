import type { FieldType } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import { hint } from '../problem/problem.js';
import { partsOf } from './condition.js';

/** The types of which a condition can name values. */
const NAMED: readonly FieldType[] = ['string', 'enum', 'integer', 'boolean'];

/** What is wrong with the conditions of models: each reason names the model. */
export const refusals = (models: readonly ModelInfo[]): readonly string[] =>
  models.flatMap((model) => problemsOf(model).map((one) => `${model.name}: frozen ${one}`));

function problemsOf({ frozen, column: columns }: ModelInfo): readonly string[] {
  if (frozen === undefined) return [];
  const { field, values } = partsOf(frozen.when);
  const column = columns.get(field);
  if (!column || column.name === 'id')
    return [`names the field ${field}${hint(field, columns.keys())}`];
  if (values === null) return [];
  if (!NAMED.includes(column.type))
    return [`cannot name values of ${field}, which is ${column.type}: write \`${field}\` alone`];
  const known =
    column.type === 'boolean' ? ['true', 'false'] : column.enforce ? column.values : null;
  const unknown = values.find((value) => value === '' || (known && !known.includes(value)));
  return unknown === undefined
    ? []
    : [`names \`${unknown}\`, which is no value of ${field}${hint(unknown, known ?? [])}`];
}
