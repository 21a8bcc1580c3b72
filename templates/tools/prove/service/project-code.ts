import type { Hook, ModelHooks } from '../../../service/engine/model/hooks.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { GeneratedWrite } from '../../../service/engine/routes/replaced-endpoints.js';
import type { Project } from '../../../service/engine/service/project.js';
import type { OwnTools } from '../../own-code.js';
import { isOfPeople } from '../worlds/people.js';
import { ownEndpoints, type OwnEndpoint } from '../sql/own-endpoints.js';

/** The parts of a project that are code, so that nobody can foretell their writes: hooks, rules between fields, endpoints. */
export interface ProjectCode {
  /** Whether hooks of the model may change the values that it writes, or other rows. */
  hasHooks(model: ModelInfo): boolean;
  /** Whether hooks or rules of the model may refuse a write that its access rules allow. */
  mayRefuse(model: ModelInfo): boolean;
  /** Whether an endpoint of the project stands in for the generated endpoint. */
  isReplaced(model: ModelInfo, method: GeneratedWrite): boolean;
  /** Whether an endpoint of the project answers in place of a generated endpoint that reads. */
  isOwn(model: ModelInfo, read: GeneratedRead): boolean;
  /** Whether the model belongs to the engine or a feature, whose own code governs its writes. */
  isBuiltIn(model: ModelInfo): boolean;
  /** The endpoints of its models and routers. */
  readonly endpoints: readonly OwnEndpoint[];
}

/** The generated endpoints that read: `/task`, `/task/7` and `/task/_aggregate`. */
export type GeneratedRead = 'list' | 'show' | 'figures';

/** Paths that take any one segment, such as `/:slug`, and so the id of a record. */
const ONE_SEGMENT = /^\/(?:[:{][^/]*|\{?\*.*)$/;

/** The code of a project, as its model modules list it. */
export function projectCode(
  project: Project,
  { hasFigures, isReplaced }: OwnTools,
  infos: readonly ModelInfo[],
): ProjectCode {
  const { models } = project;
  const moduleOf = ({ entity }: ModelInfo) => models.find((one) => one.entity === entity);
  const routesOf = (model: ModelInfo) => moduleOf(model)?.routes?.routes ?? [];
  const isBuiltIn = (model: ModelInfo) => isOfPeople(model) || !moduleOf(model);
  const hasHooks = (model: ModelInfo) => hooksIn(moduleOf(model)?.hooks).length > 0;
  return {
    hasHooks: (model) => isBuiltIn(model) || hasHooks(model),
    mayRefuse: (model) => isBuiltIn(model) || hasHooks(model) || model.rules !== null,
    isReplaced: (model, method) => isReplaced(routesOf(model), method),
    isOwn(model, read) {
      const routes = routesOf(model);
      if (read === 'figures') return !hasFigures(routes);
      if (read === 'list') return isReplaced(routes, 'get');
      return routes.some(({ method, path }) => method === 'get' && ONE_SEGMENT.test(path));
    },
    isBuiltIn,
    endpoints: ownEndpoints(project, infos),
  };
}

const hooksIn = (hooks: ModelHooks = {}): readonly Hook[] =>
  Object.values(hooks).filter((hook) => hook !== undefined) as readonly Hook[];
