import type { ModelInfo } from '../model/model-info.js';
import { headers, parameters, responses, securitySchemes } from './components.js';
import { customPaths, type RoutedModel } from './custom-paths.js';
import { documentInfo, type PackageFacts } from './info.js';
import { filterParameters } from './list-parameters.js';
import { modelParts, modelPaths } from './model-paths.js';
import { modelSchemas } from './model-schemas.js';
import type { OpenApiDocument, Paths } from './openapi-types.js';
import type { JsDoc } from './read-jsdoc.js';
import { servicePaths, serviceTags } from './service-paths.js';
import { SERVICE_SCHEMAS } from './service-schemas.js';
import { shareParameters } from './share-parameters.js';
import { usedComponents, type Components } from './used-components.js';
import { valueSchemas, type Limits } from './value-schemas.js';
import type { View } from './view.js';

export interface DocumentParts {
  readonly facts: PackageFacts;
  readonly limits: Limits;
  readonly models: readonly ModelInfo[];
  /** The models that have endpoints of their owner's. */
  readonly routed: readonly RoutedModel[];
  readonly jsdoc: JsDoc;
}

/** Describes everything that is served, with the fields that the view shows. */
export function openApiDocument(parts: DocumentParts, view: View): OpenApiDocument {
  const { facts, limits, models, routed, jsdoc } = parts;
  const filters = models.map((model) => filterParameters(model, view));
  const shared = shareParameters(filters);
  const paths = mergePaths(
    customPaths(routed, jsdoc),
    ...models.map((model, index) => modelPaths(model, view, shared.of(filters[index]!))),
    servicePaths,
  );
  const components = mergeKinds(
    { parameters, headers, responses, schemas: valueSchemas(limits) },
    { parameters: shared.components, schemas: SERVICE_SCHEMAS },
    ...models.map((model) => modelComponents(model, view, limits)),
  );
  const used = usedComponents(components, [paths, jsdoc.components]);
  return {
    openapi: '3.1.1',
    info: documentInfo(facts),
    servers: SERVERS,
    security: [{ bearer: [] }],
    tags: [
      ...models.map(({ name, prefix }) => ({ name, description: `Records at \`/${prefix}\`.` })),
      ...serviceTags,
    ],
    paths,
    components: mergeKinds(jsdoc.components, used, { securitySchemes }),
  };
}

const SERVERS = [
  { url: '/', description: 'Where this comes from, local or production.', 'x-internal': false },
];

const modelComponents = (model: ModelInfo, view: View, limits: Limits): Components => ({
  ...modelParts(model, view),
  schemas: modelSchemas(model, view, limits.maxPageSize),
});

/** Of components of one kind and name the last counts. */
function mergeKinds(...all: readonly Components[]): Components {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const components of all)
    for (const [kind, named] of Object.entries(components))
      Object.assign((merged[kind] ??= {}), named);
  return merged;
}

/** The first to describe an operation wins, as the first route does. */
function mergePaths(...all: readonly Paths[]): Paths {
  const merged: Paths = {};
  for (const paths of all)
    for (const [path, operations] of Object.entries(paths))
      merged[path] = { ...operations, ...merged[path] };
  return merged;
}
