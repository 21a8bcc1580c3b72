import type { AccessRules } from '../../../service/engine/model/access-rules.js';
import type { ModelModule } from '../../../service/engine/model/model-module.js';
import { mutantsOf, type MutantFacts } from './rule-mutants.js';

/** A mutant by its key: its rules have functions, which cannot be sent to the process of a test. */
export interface ChosenMutant {
  readonly model: string;
  readonly key: string;
  readonly facts: MutantFacts;
}

/** The mutants of one run, which vitest passes to the processes of tests. */
export interface MutantsOfRun {
  /** The path of `src/project.ts`. */
  readonly projectFile: string;
  /** Test file -> its mutant. */
  readonly mutants: Readonly<Record<string, ChosenMutant>>;
}

/** The start of an error that stops the run: a test that fails with it has noticed nothing. */
export const NOT_APPLIED = 'crudgen could not apply the mutant';

/** Replaces the rules of a model by a mutant, within the object that the project uses. Returns a function that restores them. */
export function applyMutant(models: readonly ModelModule[], chosen: ChosenMutant): () => void {
  const { model, key, facts } = chosen;
  const rules = models.find(({ entity }) => entity.name === model)?.access;
  if (!rules) throw new Error(`${NOT_APPLIED} ${key}: src/project.ts lists no rules of ${model}`);
  const mutant = mutantsOf(model, rules, facts).find((one) => one.key === key);
  if (!mutant) throw new Error(`${NOT_APPLIED} ${key}: the rules of ${model} have changed`);
  const original = { ...rules };
  replace(rules, mutant.rules);
  return () => replace(rules, original);
}

function replace(rules: AccessRules, others: AccessRules): void {
  for (const name of Object.keys(rules)) Reflect.deleteProperty(rules, name);
  Object.assign(rules, others);
}
