import { conditionText } from '../../model/frozen.js';
import { layoutOf, layoutText } from '../../model/layouts.js';
import { pathOfEntity } from '../../code/code-index.js';
import { readRoutes } from '../../code/read-routes.js';
import { readRowRules } from '../../code/read-row-rules.js';
import type { App, Model, Role } from '../../model/model.js';
import { featuresIn, featuresOf } from '../../render/features.js';
import type { Templates } from '../../render/template.js';
import { printField } from '../../spec/print-field.js';
import type { OpenProject } from '../open/open-project.js';

/** A summary of the project. */
export interface ProjectSummary {
  /** The name of the package. */
  readonly name: string;
  /** The version of crudgen that last wrote the project. */
  readonly crudgen: string | null;
  /** The database that crudgen init chose. */
  readonly database: App['database'];
  /** The kind of ids of models that are added without a key of their own; absent for integers. */
  readonly ids?: App['ids'];
  /** The features in use. */
  readonly features: readonly string[];
  /** The features that are not in use. */
  readonly other_features: readonly string[];
  /** The project's own preset roles; absent if it has none. */
  readonly roles?: readonly Role[];
  /** The models, without empty lists. */
  readonly models: readonly DescribedModel[];
  /** The endpoints of every model, below its prefix. */
  readonly generated_endpoints: readonly string[];
}

/** A model in the field grammar, with its rules and the place of its code. */
export interface DescribedModel {
  /** The class. */
  readonly name: string;
  /** The URL prefix. */
  readonly prefix: string;
  /** Whether its rows are only read; absent if they are written. */
  readonly read_only?: true;
  /** Whether each change of its rows is kept, or for how long; absent if it is not. */
  readonly history?: true | string;
  /** Whether its deleted rows go to the trash, or for how long; absent if they are deleted. */
  readonly trash?: true | string;
  /** The condition by which rows are frozen: `status=paid`; absent without one. */
  readonly frozen?: string;
  /** The field of the board of its list; absent without one. */
  readonly board?: string;
  /** The dates of the calendar of its list, such as `starts_at to ends_at`; absent without one. */
  readonly calendar?: string;
  /** The fields, written as on the command line. */
  readonly fields: readonly string[];
  /** The roles that the model restricts, with what they may do. */
  readonly roles?: Model['access'];
  /** Fields that some roles cannot read or write. */
  readonly restricted?: readonly string[];
  /** The file of the entity. */
  readonly file: string | null;
  /** The row rules, as code. */
  readonly rows?: readonly string[];
  /** Sentences about the rules. */
  readonly sentences?: readonly string[];
  /** Custom endpoints. */
  readonly endpoints?: readonly string[];
}

/** Summarizes a project from its code: models, rules, endpoints and features. */
export function describeProject(project: OpenProject, templates: Templates): ProjectSummary {
  const { app, mine, settings } = project;
  const on = featuresOf(app, templates).map(({ name }) => name);
  const all = featuresIn(templates).map(({ name }) => name);
  const [rules, routes] = [readRowRules(mine), readRoutes(mine)];
  const code = (model: Model): Code => ({
    file: pathOfEntity(mine, model.name),
    rules: rules.get(model.name) ?? [],
    routes: routes.filter((route) => route.model === model.name),
  });
  return {
    name: app.name,
    crudgen: settings.version,
    database: app.database,
    ...(app.ids && { ids: app.ids }),
    features: on,
    ...(app.roles && { roles: app.roles }),
    other_features: all.filter((name) => !on.includes(name)),
    models: app.models.map((model) => describeModel(model, code(model))),
    generated_endpoints: ['GET /', 'POST /', 'GET /:id', 'PUT /:id', 'PATCH /:id', 'DELETE /:id'],
  };
}

/** The code of a model beside its entity. */
interface Code {
  readonly file: string | null;
  readonly rules: readonly { readonly text: string }[];
  readonly routes: ReturnType<typeof readRoutes>;
}

/** Lists that hold nothing are left out: everybody sees all rows, or may read and write all fields. */
function describeModel(model: Model, { file, rules, routes }: Code): DescribedModel {
  const { name, prefix, table, fields, access } = model;
  const restricted = fields.filter(({ read, write }) => read !== null || write !== null);
  const rows = rules.map(({ text }) => text);
  const limits = restricted.map(
    (field) => `${field.name}: read ${who(field.read)}, write ${who(field.write)}`,
  );
  const endpoints = routes.map(
    ({ method, path, action }) => `${method.toUpperCase()} ${prefix}${path} (${action})`,
  );
  return {
    name,
    prefix,
    ...(model.readOnly && { read_only: model.readOnly }),
    ...(model.history !== undefined && { history: model.history }),
    ...(model.trash !== undefined && { trash: model.trash }),
    ...(model.frozen && { frozen: conditionText(model.frozen) }),
    ...(layoutOf(model, 'board') && { board: layoutText(model, 'board') }),
    ...(layoutOf(model, 'calendar') && { calendar: layoutText(model, 'calendar') }),
    // Fields are shown as arguments of `model add-field` if they can be written as arguments.
    fields: fields.map((field) => printField(field, table) ?? `${field.name}:${field.type}`),
    ...(Object.keys(access).length > 0 && { roles: access }),
    ...(limits.length > 0 && { restricted: limits }),
    file,
    ...(rows.length > 0 && { rows }),
    ...(model.sentences && { sentences: model.sentences }),
    ...(endpoints.length > 0 && { endpoints }),
  };
}

const who = (roles: readonly string[] | null): string =>
  roles === null ? 'all' : roles.join(' ') || 'nobody';
