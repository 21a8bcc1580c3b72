import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Project } from '../../../service/engine/service/project.js';
import type { OwnTools } from '../../own-code.js';
import type { MutantFacts } from './rule-mutants.js';

/** The facts about the models of a project that decide which mutants make a difference. */
export function mutantFacts(
  tools: OwnTools,
  project: Project,
  models: readonly ModelInfo[],
): (model: string) => MutantFacts {
  const presets = tools.presetsOf(project);
  const roles = Object.fromEntries(
    presets.map(({ name, allowed_methods }) => [name, tools.actionsOf(allowed_methods)]),
  );
  return (model) => {
    const columns = models.find(({ name }) => name === model)?.columns ?? [];
    const nullable = columns.filter((column) => column.nullable).map(({ name }) => name);
    return { roles, nullable };
  };
}
