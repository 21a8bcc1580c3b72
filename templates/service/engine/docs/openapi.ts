import { NO_RULES, type AccountRules } from '../auth/own-account.js';
import type { OwnRouter } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import { AGGREGATE_PARAMETERS, aggregatePaths, aggregateSchemas } from './aggregate-paths.js';
import { authPaths, authTag, describeAccount, ownerPaths } from './auth-paths.js';
import { hasFigures, isReplaced } from '../routes/replaced-endpoints.js';
import { batchPaths } from './batch-paths.js';
import {
  countParameter,
  endParameter,
  filterParameters,
  headers,
  parameters,
  responses,
  securitySchemes,
} from './components.js';
import { customPaths, ownPaths, ownTag, type JsDoc, type RoutedModel } from './custom-paths.js';
import { FILTER_OPERATORS } from '../records/query/filter-operators.js';
import { sentence } from '../problem/problem.js';
import { valueSchemas, type Limits } from './field-schema.js';
import { modelParts, modelPaths } from './model-paths.js';
import { modelSchemas, type DescribedLines, type View } from './model-schemas.js';
import {
  ref,
  type DescribedView,
  type DescribedWrites,
  type OpenApiDocument,
  type Parameter,
  type Paths,
  type Schema,
} from './openapi-types.js';
import { servicePaths, serviceTag } from './service-paths.js';
import { serviceSchemas } from './service-schemas.js';

export interface DocumentParts {
  readonly facts: PackageFacts;
  readonly limits: Limits;
  readonly models: readonly ModelInfo[];
  /** The models with custom endpoints. */
  readonly routed: readonly RoutedModel[];
  /** Endpoints without a model. */
  readonly routers: readonly OwnRouter[];
  readonly jsdoc: JsDoc;
  /** The paths of features. */
  readonly paths?: readonly Paths[];
  /** What users may do with their own account. */
  readonly account?: AccountRules | undefined;
  /** The fields that features add to a user's own profile. */
  readonly profile?: Readonly<Record<string, Schema>>;
  /** A feature's description of the writes of generated endpoints. */
  readonly writes?: DescribedWrites | undefined;
  /** A feature's description of other records of models. */
  readonly view?: DescribedView | undefined;
  /** A feature's description of records that are lines of others. */
  readonly lines?: DescribedLines | undefined;
}

/** Describes everything that is served, with the fields that the view shows. */
export function openApiDocument(parts: DocumentParts, reader: View): OpenApiDocument {
  const view = { ...reader, lines: parts.lines };
  const { facts, limits, models, routed, routers, jsdoc } = parts;
  const account = describeAccount(parts.account ?? NO_RULES, models, parts.profile);
  const filters = models.map((model) => filterParameters(model, view, models));
  const shared = shareParameters(filters);
  const generated = models.map((model, index) => {
    const own = routed.find((one) => one.model.name === model.name)?.routes ?? [];
    const filtered = shared.of(filters[index]!);
    const counted = countParameter(model, view, models);
    return {
      ...without(
        modelPaths(model, view, { filters: [...counted, ...filtered], models }),
        model,
        own,
      ),
      ...(hasFigures(own) && aggregatePaths(model, view, filtered)),
    };
  });
  const viewed = generated.map((of, at) => parts.view?.describe(of, models[at]!) ?? of);
  const writing = [...viewed, batchPaths(models)];
  const paths = mergePaths(
    customPaths(routed, jsdoc),
    ownPaths(routers, jsdoc),
    ...writing.map((paths) => parts.writes?.describe(paths) ?? paths),
    account.paths,
    ownerPaths(models),
    described(authPaths, parts.paths ?? []),
    servicePaths,
    ...(parts.paths ?? []),
  );
  const components = mergeKinds(
    {
      parameters: { ...parameters, _end: endParameter(limits.defaultPageSize) },
      ...{ headers, responses, schemas: valueSchemas(limits) },
    },
    {
      parameters: { ...AGGREGATE_PARAMETERS, ...shared.components, ...parts.writes?.parameters },
      schemas: { ...serviceSchemas(limits), ...account.schemas },
    },
    ...models.map((model) => ({
      ...modelParts(model, view, models),
      schemas: {
        ...modelSchemas(model, view, { models, pageSize: limits.maxPageSize }),
        ...aggregateSchemas(model, view, limits.maxPageSize),
      },
    })),
  );
  const used = usedComponents(components, [paths, jsdoc.components]);
  return {
    openapi: '3.1.1',
    info: documentInfo(facts),
    servers: SERVERS,
    security: [{ bearer: [] }],
    tags: tagsOf(parts),
    paths,
    components: mergeKinds(jsdoc.components, used, { securitySchemes }),
  };
}

const tagsOf = ({ models, routers }: DocumentParts) => [
  ...models.map(({ name, prefix, about }) => ({
    name,
    description: `${about === undefined ? '' : `${sentence(about)} `}Records at \`/${prefix}\`.`,
  })),
  ...routers.map(({ prefix }) => ({ name: ownTag(prefix), description: `Under \`${prefix}\`.` })),
  ...[authTag, serviceTag],
];

/** Without the changes of other paths, where the developer's own endpoint changes a record: they would lead past that. */
function without(paths: Paths, { prefix, name }: ModelInfo, own: RoutedModel['routes']): Paths {
  if (!isReplaced(own, 'patch')) return paths;
  const { patch: _, post, ...collection } = paths[`/${prefix}`] ?? {};
  const parameters = (post?.['parameters'] ?? []) as readonly { readonly $ref?: string }[];
  const kept = parameters.filter(({ $ref }) => $ref !== `#/components/parameters/${name}._on`);
  return {
    ...paths,
    [`/${prefix}`]: { ...collection, ...(post && { post: { ...post, parameters: kept } }) },
  };
}

const SERVERS = [
  {
    url: '/',
    description: 'The server that sent this document, local or production.',
    'x-internal': false,
  },
];

/** Paths that every service has, where features say more of them. */
const described = (paths: Paths, features: readonly Paths[]): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      { ...operations, ...Object.assign({}, ...features.map((more) => more[path])) },
    ]),
  );

/** Among components of the same kind and name the last one wins. */
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

/** List parameters, each of which appears once in the document. */
export interface SharedParameters {
  /** The parameters that several lists share. */
  readonly components: Readonly<Record<string, Parameter>>;
  /** A list's parameters, with references to the shared ones. */
  readonly of: (list: readonly Parameter[]) => readonly unknown[];
}

/** Finds what several lists share: every model has `created_at__gte`, and many a `name`. */
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

/** A filter's name determines its operator, its schema the values. */
const meaningOf = ({ name, schema = {} }: Parameter): string => `${name} ${String(schema['$ref'])}`;

/** Parameters of the same name may differ in their values. */
function freeKey(name: string, taken: Readonly<Record<string, unknown>>): string {
  let key = name;
  for (let count = 2; Object.hasOwn(taken, key); count++) key = `${name}.${count}`;
  return key;
}

/** Kind -> name -> component. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The components that are referenced, directly or indirectly. */
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

/** The targets of all references in a value. */
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

/** The metadata in a project's `package.json`. */
export interface PackageFacts {
  readonly name?: string;
  readonly displayName?: string;
  readonly version?: string;
  readonly license?: unknown;
  readonly homepage?: string;
  readonly author?: string | { readonly name?: string; readonly email?: string };
}

/** What people call the service: the `displayName` of its package, or its name in words: `garage-desk` is Garage desk. */
export const titleOf = ({ name = 'API', displayName }: PackageFacts): string => {
  const words = name.replace(/^@.*\//, '').replace(/[-_.]+/g, ' ');
  return displayName ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** The document's `info` object. */
export function documentInfo({ version = '0.0.0', ...facts }: PackageFacts) {
  const { license, homepage, author = {} } = facts;
  const title = titleOf(facts);
  const { name: person = `The developers of ${title}`, email } =
    typeof author === 'string' ? parsePerson(author) : author;
  return {
    title,
    version,
    description: DESCRIPTION,
    contact: { name: person, ...(email && { email }), ...(homepage && { url: homepage }) },
    ...(typeof license === 'string' && { license: { name: license, identifier: license } }),
  };
}

/** `Ann Example <ann@example.com> (https://example.com)`, in npm's format. */
function parsePerson(text: string): { name?: string; email?: string } {
  const [, name = '', email] = /^([^<(]*)(?:<([^>]*)>)?/.exec(text) ?? [];
  return { ...(name.trim() && { name: name.trim() }), ...(email && { email }) };
}

const FILTER_TABLE = [...FILTER_OPERATORS]
  .map(([name, { about }]) => `| \`field${name === 'eq' ? '' : `__${name}`}=a\` | ${about} |`)
  .join('\n');

/** `field_ne` (`__ne`), ... */
const SHORT_FORMS = [...FILTER_OPERATORS]
  .flatMap(([name, { short }]) => (short ? [`\`field${short}\` (\`__${name}\`)`] : []))
  .join(', ');

const DESCRIPTION = `The service answers every path below \`/api\` as well.

### Filters of lists

Each field is a parameter, by itself or with a suffix. A record must meet the conditions of all parameters.

| Parameter | Records whose field |
|---|---|
${FILTER_TABLE}

${SHORT_FORMS} are short forms, which some data providers write.
A filter of a list of linked records takes the values that the list shows. A filter of a json field takes a JSON text
and compares the whole value.

### Parameters of records

- \`_fields\`: the fields that records have besides \`id\` and \`_label\`. A single record then has no \`ETag\`.
- \`_expand\`: each related record is added under the name of its relation, and lines are added in their order.
- \`_count\`: \`_count\` of a record has the number of related records by relation.
- \`_on\`: a unique field, or all fields of a unique set. If a record has these values, it is changed, as by \`PATCH\`.
- \`_by\`: the fields that the records of a group share. Without this parameter, all records form one group.
- \`_etag\` of an item: the version that its record must still have.

### Values in bodies

A body may contain the values that the service itself writes (\`id\`, \`_label\`, \`_count\`, \`created_at\`, \`updated_at\`,
expanded records); the service ignores them. An empty text counts as null if the field is not a text and may be null.
Dates and times lie between the years 1 and 9999 in UTC. A body is nested at most 100 levels deep.`;
