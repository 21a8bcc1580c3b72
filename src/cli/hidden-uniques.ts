import type { Field, Model } from '../model/model.js';
import type { Problem } from '../problem.js';
import type { OpenProject } from '../project/open/open-project.js';
import { warnOfHiddenUniques } from '../spec/check-hidden-uniques.js';

/** Warnings of fields of a model that are unique over rows which its row rules hide. */
export async function hiddenUniques(
  { mine }: OpenProject,
  model: Model,
  fields: readonly Field[],
): Promise<readonly Problem[]> {
  const { readRowRules } = await import('../code/read-row-rules.js');
  const rules = readRowRules(mine).get(model.name) ?? null;
  return warnOfHiddenUniques({ ...model, fields, unique: [] }, rules);
}
