import type { ModelInfo } from '../crud/model-info.js';
import * as components from './components.js';
import { customPaths, type RoutedModel } from './custom-paths.js';
import { modelPaths } from './model-paths.js';
import { modelSchemas } from './model-schemas.js';
import type { OpenApiDocument, Paths } from './openapi-types.js';
import type { JsDoc } from './read-jsdoc.js';
import { servicePaths, serviceTags } from './service-paths.js';
import type { View } from './view.js';

export interface DocumentParts {
  readonly title: string;
  readonly version: string;
  readonly models: readonly ModelInfo[];
  /** The models that have endpoints of their owner's. */
  readonly routed: readonly RoutedModel[];
  readonly jsdoc: JsDoc;
}

/** Describes everything that is served, with the fields that the view shows. */
export function openApiDocument(parts: DocumentParts, view: View): OpenApiDocument {
  const { title, version, models, routed, jsdoc } = parts;
  return {
    openapi: '3.1.1',
    info: { title, version, description: 'Every path is served under `/api` too.' },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [
      ...models.map(({ name, prefix }) => ({ name, description: `Records at \`/${prefix}\`.` })),
      ...serviceTags,
    ],
    paths: mergePaths(
      customPaths(routed, jsdoc),
      ...models.map((model) => modelPaths(model, view)),
      servicePaths,
    ),
    components: {
      ...jsdoc.components,
      ...components,
      schemas: {
        ...jsdoc.components['schemas'],
        ...Object.assign({}, ...models.map((model) => modelSchemas(model, view))),
        ...components.schemas,
      },
    },
  };
}

/** The first to describe an operation wins, as the first route does. */
function mergePaths(...all: readonly Paths[]): Paths {
  const merged: Paths = {};
  for (const paths of all)
    for (const [path, operations] of Object.entries(paths))
      merged[path] = { ...operations, ...merged[path] };
  return merged;
}
