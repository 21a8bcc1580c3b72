import { pathOfEntity } from '../code/code-index.js';
import { readRoutes } from '../code/read-routes.js';
import { readRowRules } from '../code/read-row-rules.js';
import type { Action, Model } from '../model/model.js';
import { featuresIn, featuresOf } from '../render/features.js';
import type { Templates } from '../render/template.js';
import { printField } from '../spec/print-field.js';
import type { OpenProject } from './open-project.js';

/** A model in the field grammar, with its rules and the place of its code. */
export interface DescribedModel {
  readonly name: string;
  readonly file: string | null;
  readonly prefix: string;
  /** As arguments of `model add-field`, or `name:type` where that is not possible. */
  readonly fields: readonly string[];
  readonly roles?: Readonly<Record<string, readonly Action[]>>;
  /** The row rules as written; absent where everybody sees all rows. */
  readonly rows?: readonly string[];
  /** Fields that not every role may read or write. */
  readonly restricted?: readonly string[];
  /** `POST /task/:id/complete (edit)`. */
  readonly endpoints?: readonly string[];
}

/** A summary of a project. */
export interface DescribedProject {
  readonly name: string;
  readonly crudgen: string | null;
  readonly database: string;
  readonly features: readonly string[];
  /** Features that can be added. */
  readonly other_features: readonly string[];
  readonly models: readonly DescribedModel[];
  /** The endpoints of every model, below its prefix. */
  readonly generated_endpoints: readonly string[];
}

/** Summarizes a project from its code: models, rules, endpoints and features. */
export function describeProject(project: OpenProject, templates: Templates): DescribedProject {
  const { app, mine, settings } = project;
  const on = featuresOf(app, templates).map(({ name }) => name);
  const rules = readRowRules(mine);
  const routes = readRoutes(mine);
  return {
    name: app.name,
    crudgen: settings.version,
    database: app.database,
    features: on,
    other_features: featuresIn(templates)
      .map(({ name }) => name)
      .filter((name) => !on.includes(name)),
    models: app.models.map((model) => ({
      ...described(model),
      file: pathOfEntity(mine, model.name),
      ...some('rows', rules.get(model.name)?.map(({ text }) => text) ?? []),
      ...some(
        'endpoints',
        routes
          .filter((route) => route.model === model.name)
          .map(
            ({ method, path, action }) =>
              `${method.toUpperCase()} ${model.prefix}${path} (${action})`,
          ),
      ),
    })),
    generated_endpoints: ['GET /', 'POST /', 'GET /:id', 'PUT /:id', 'PATCH /:id', 'DELETE /:id'],
  };
}

function described(model: Model): Omit<DescribedModel, 'file'> {
  const { name, prefix, table, fields, access } = model;
  const restricted = fields.filter(({ read, write }) => read !== null || write !== null);
  return {
    name,
    prefix,
    fields: fields.map((field) => printField(field, table) ?? `${field.name}:${field.type}`),
    ...(Object.keys(access).length > 0 && { roles: access }),
    ...some(
      'restricted',
      restricted.map(
        (field) => `${field.name}: read ${who(field.read)}, write ${who(field.write)}`,
      ),
    ),
  };
}

const who = (roles: readonly string[] | null): string =>
  roles === null ? 'all' : roles.join(' ') || 'nobody';

const some = <Key extends string>(key: Key, list: readonly string[]) =>
  (list.length > 0 ? { [key]: list } : {}) as Partial<Record<Key, readonly string[]>>;
