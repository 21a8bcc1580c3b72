import type { Model } from '../../model/model.js';
import { warning } from '../../problem.js';
import type { ModelDifference } from './differences.js';
import { type Merging, modelAt, putModel } from './merging.js';

/** The parts of a model that are SQL, by name. */
export type SqlRules = 'sqlIndexes' | 'checks';

/** The words of a spec. */
const WORDS = { sqlIndexes: 'sql_indexes', checks: 'checks' } as const;

/** Takes over the indexes or checks in SQL, each by its name, that only the database has changed. */
export function mergeRules(merging: Merging, kind: SqlRules, { was, now }: ModelDifference): void {
  const [before = {}, after = {}] = [was[kind], now[kind]];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const model = modelAt(merging, now.table)!;
    const [old, next, mine] = [before[name], after[name], model[kind]?.[name]];
    if (old === next || mine === next) continue;
    const change = `${WORDS[kind]}.${name}: ${old ?? 'none'} -> ${next ?? 'none'}`;
    if (mine === old) {
      putModel(merging, model, withRule(model, kind, name, next));
      const told = { what: 'change-model', model: model.name, field: null } as const;
      merging.told.push({ ...told, change, reasons: [] });
    } else {
      const message = `\`${model.name}\`: ${change} in the database, and ${mine ?? 'none'} in the model, where it stays`;
      merging.problems.push(warning('both-changed', message));
    }
  }
}

/** The model with the index or check of this name changed; without the rule if the SQL is undefined. */
function withRule(model: Model, kind: SqlRules, name: string, sql: string | undefined): Model {
  const { [kind]: rules = {}, ...rest } = model;
  const others = Object.entries(rules).filter(([one]) => one !== name || sql !== undefined);
  const all = { ...Object.fromEntries(others), ...(sql !== undefined && { [name]: sql }) };
  return Object.keys(all).length === 0 ? rest : { ...rest, [kind]: all };
}
