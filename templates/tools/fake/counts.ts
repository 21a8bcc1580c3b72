import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { Dice } from './dice.js';
import { isUnique, referencesToOthers, tenantField } from './order-models.js';

/** So few rows are no business yet, whose tables differ. */
const LEAST = 20;

/** Rows of each model when a whole project gets about so many: few of what others are sorted by, and more lines than what has them. */
export function countsOf(
  models: readonly ModelInfo[],
  count: number,
  seed: number,
): ReadonlyMap<string, number> {
  return new Map(models.map((model) => [model.name, countOf(model, count, seed)]));
}

function countOf(model: ModelInfo, count: number, seed: number): number {
  if (count < LEAST) return count;
  const dice = new Dice(seed, `rows of ${model.name}`);
  const between = (least: number, most: number) =>
    Math.round(count * (least + dice.next() * (most - least)));
  if (model.lineParent) return between(2, 3);
  if (isList(model)) return Math.round(4 + Math.sqrt(count) * (0.4 + dice.next()));
  return isStaff(model) ? between(0.2, 0.4) : between(0.6, 1.2);
}

/** Whether rows are what others are sorted by, such as branches and categories: they refer to nothing else, and nobody dates them. */
function isList(model: ModelInfo): boolean {
  const tenant = tenantField(model);
  const isSorted = referencesToOthers(model).every(({ name }) => name === tenant);
  const isDated = model.columns.some(({ type, role }) => role === 'data' && DATED.has(type));
  return isSorted && !isDated && model.referrers.length > 0;
}

const DATED: ReadonlySet<string> = new Set(['date', 'datetime']);

/** Whether each row may be one user's, as those of employees. */
const isStaff = (model: ModelInfo): boolean =>
  model.columns.some((column) => column.reference?.relation === 'user' && isUnique(model, column));
