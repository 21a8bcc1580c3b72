import type { ModelInfo } from '../model/model-info.js';
import { headers, parameters, responses, securitySchemes } from './components.js';
import type { OwnRouter } from '../model/define-router.js';
import { customPaths, ownPaths, ownTag, type RoutedModel, type JsDoc } from './custom-paths.js';
import { documentInfo, type PackageFacts } from './info.js';
import { filterParameters } from './list-parameters.js';
import { modelParts, modelPaths } from './model-paths.js';
import { modelSchemas } from './model-schemas.js';
import { type OpenApiDocument, type Paths, ref, type Parameter } from './openapi-types.js';
import { servicePaths, serviceTags } from './service-paths.js';
import { SERVICE_SCHEMAS } from './service-schemas.js';
import { valueSchemas, type Limits } from './value-schemas.js';
import type { View } from './view.js';

export interface DocumentParts {
  readonly facts: PackageFacts;
  readonly limits: Limits;
  readonly models: readonly ModelInfo[];
  /** The models that have endpoints of their developer's. */
  readonly routed: readonly RoutedModel[];
  /** Endpoints that belong to no model. */
  readonly routers: readonly OwnRouter[];
  readonly jsdoc: JsDoc;
}

/** Describes everything that is served, with the fields that the view shows. */
export function openApiDocument(parts: DocumentParts, view: View): OpenApiDocument {
  const { facts, limits, models, routed, routers, jsdoc } = parts;
  const filters = models.map((model) => filterParameters(model, view));
  const shared = shareParameters(filters);
  const paths = mergePaths(
    customPaths(routed, jsdoc),
    ownPaths(routers, jsdoc),
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
      ...routers.map(({ prefix }) => ({
        name: ownTag(prefix),
        description: `Under \`${prefix}\`.`,
      })),
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

/** Parameters of lists, each of which stands once in the document. */
export interface SharedParameters {
  /** Those that several lists take alike. */
  readonly components: Readonly<Record<string, Parameter>>;
  /** A list's parameters, the shared ones as references. */
  readonly of: (list: readonly Parameter[]) => readonly unknown[];
}

/** Finds what several lists take alike: every model has `created_at__gte`, and many a `name`. */
export function shareParameters(lists: readonly (readonly Parameter[])[]): SharedParameters {
  const seen = new Set<string>();
  const keys = new Map<string, string>();
  const components: Record<string, Parameter> = {};
  for (const parameter of lists.flat()) {
    const meaning = meaningOf(parameter);
    if (seen.has(meaning) && !keys.has(meaning)) {
      const key = freeKey(parameter.name, components);
      keys.set(meaning, key);
      components[key] = parameter;
    }
    seen.add(meaning);
  }
  const shared = (parameter: Parameter) => {
    const key = keys.get(meaningOf(parameter));
    return key === undefined ? parameter : ref('parameters', key);
  };
  return { components, of: (list) => list.map(shared) };
}

/** The name of a filter says how it compares, its schema with what. */
const meaningOf = ({ name, schema = {} }: Parameter): string => `${name} ${String(schema['$ref'])}`;

/** Parameters of one name may differ in what they take. */
function freeKey(name: string, taken: Readonly<Record<string, unknown>>): string {
  let key = name;
  for (let count = 2; Object.hasOwn(taken, key); count++) key = `${name}.${count}`;
  return key;
}

/** Kind -> name -> component. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The components that somebody refers to, directly or through others. */
export function usedComponents(components: Components, root: unknown): Components {
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const pointer of refsIn(value)) {
      if (used.has(pointer)) continue;
      used.add(pointer);
      follow(componentAt(pointer, components));
    }
  };
  follow(root);
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(
        Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
      ),
    ]),
  );
}

/** What the references in a value point to. */
function refsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref') found.add(String(inner));
    else if (typeof inner === 'object') refsIn(inner, found);
  }
  return found;
}

function componentAt(pointer: string, components: Components): unknown {
  const [, , kind = '', name = ''] = pointer.split('/');
  return components[kind]?.[name];
}
