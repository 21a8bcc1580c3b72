import type { Action } from '../../../service/engine/model/access-rules.js';
import type { Route } from '../../../service/engine/model/define-routes.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Project } from '../../../service/engine/service/project.js';
import type { Endpoint } from '../doors/door.js';
import type { Request } from '../service/request.js';

/** An endpoint that the project's own code answers. */
export interface OwnEndpoint {
  /** The model under whose path it stands; null for an endpoint of a router. */
  readonly model: string | null;
  /** The action that its caller must be allowed to do with the model. */
  readonly action: Action | null;
  readonly method: Request['method'];
  /** The path as the project writes it: `/task/:id/report`. */
  readonly path: string;
  readonly options: Route['options'];
}

/** The endpoints of a project's models and routers. */
export function ownEndpoints(
  { models, routers = [] }: Pick<Project, 'models' | 'routers'>,
  infos: readonly ModelInfo[],
): readonly OwnEndpoint[] {
  const ofModels = models.flatMap(({ entity, routes }) => {
    const model = infos.find((one) => one.entity === entity);
    return (routes?.routes ?? []).map(({ action, ...route }) => ({
      ...{ model: entity.name, action },
      ...served(`/${model?.prefix ?? ''}`, route),
    }));
  });
  const ofRouters = routers.flatMap(({ prefix, routes }) =>
    routes.map((route) => ({
      ...{ model: null, action: null },
      ...served(prefix === '/' ? '' : prefix, route),
    })),
  );
  return [...ofModels, ...ofRouters];
}

const served = (
  prefix: string,
  { method, path, options }: Pick<Route, 'method' | 'path' | 'options'>,
) => ({
  method: method.toUpperCase() as Request['method'],
  path: `${prefix}${path === '/' ? '' : path}` || '/',
  options,
});

/** Whether a path of the OpenAPI document is that of an endpoint; names of parameters may differ. */
export const isEndpoint = ({ method, path }: Endpoint, own: OwnEndpoint): boolean =>
  method === own.method && shapeOf(path) === shapeOf(own.path);

const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, '{}');
