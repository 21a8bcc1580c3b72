import { once } from '../once.js';
import { withUser } from '../model/built-in.js';
import type { App, Field, Model } from '../model/model.js';
import { inOrder, type Tree } from '../tree.js';
import { featuresOf, featuresOff, featureTables, isPartOf, namedFeatures } from './features.js';
import { MIGRATIONS, renderMigration } from './render-migration.js';
import { renderModel } from './render-model.js';
import { json, renderPackage } from './render-package.js';
import {
  MIGRATIONS_GEN,
  MODELS_GEN,
  renderMigrationsGen,
  renderModelsGen,
  SERVICE_FEATURES,
  serviceFeaturesFile,
} from './render-registry.js';
import { rememberModel } from './remember-model.js';
import { renderWeb, staticWeb } from './render-web.js';
import { fillTemplate, type Templates } from './template.js';
import { viewProject } from './view-project.js';
import { VERSION } from '../version.js';

export interface AppOptions {
  readonly templates: Templates;
  /** Paths of all migrations, including a new one. */
  readonly migrations: readonly string[];
  /** Classes of migrations that are not named after their files, by path. */
  readonly migrationClasses?: ReadonlyMap<string, string>;
  /** Renamed exports of model parts, by their default names. */
  readonly exported?: ReadonlyMap<string, string>;
  /** The files of a model, if already known. */
  readonly known?: (model: Model) => Tree | null;
}

export interface ProjectOptions {
  readonly templates: Templates;
  readonly now: Date;
  /** `AUTH_SECRET` of the new project's `.env`. */
  readonly secret: string;
}

/** All files of a new project, including its first migration and `.env`. */
export function renderProject(app: App, { templates, now, secret }: ProjectOptions): Tree {
  const tables = featureTables(app, templates);
  const migration = renderMigration(null, app, { now, templates, tables });
  const env = fillTemplate(templates, 'service/_env.ejs', {
    ...viewProject(app, templates),
    secret,
  });
  return inOrder([
    ...renderApp(app, { templates, migrations: [...migration.keys()] }),
    ...migration,
    ['.env', env],
  ]);
}

/** The files that derive from the model: the `next` of every plan. Migrations are history and only registered. */
export function renderApp(given: App, options: AppOptions): Tree {
  const { templates, migrations, known } = options;
  const app = withUser(asRead(given));
  const copies = new Map(app.models.flatMap((model) => withFiles(model, known?.(model))));
  const off = featuresOff(app, templates);
  const files = inOrder([
    ...renderService(app, templates),
    ...(app.web ? renderWeb(app, templates, (model) => copies.has(model)) : []),
    ...app.models.flatMap((model) => [...(copies.get(model) ?? filesOf(app, model, templates))]),
    [MODELS_GEN, renderModelsGen(app, options)],
    [SERVICE_FEATURES, serviceFeaturesFile(featuresOf(app, templates))],
    [
      MIGRATIONS_GEN,
      renderMigrationsGen(
        [...migrations, ...staticMigrations(templates)],
        options.migrationClasses,
      ),
    ],
    ['package.json', renderPackage(app, templates)],
    ['crudgen.json', renderSettings(app, templates)],
    ['config/search.json', json({ models: [], fields: [] })],
  ]);
  return new Map([...files].filter(([path]) => !off.some((feature) => isPartOf(feature, path))));
}

const filesOf = rememberModel(renderModel);

const withFiles = (model: Model, files: Tree | null = null): [Model, Tree][] =>
  files === null ? [] : [[model, files]];

/** The model as its code will be read: a string with enforced values is an enum. */
function asRead(app: App): App {
  const isEnum = (one: Field) => one.type === 'string' && one.enforce && one.values.length > 0;
  if (!app.models.some(({ fields }) => fields.some(isEnum))) return app;
  const field = (one: Field): Field => (isEnum(one) ? { ...one, type: 'enum' } : one);
  return {
    ...app,
    models: app.models.map((model) =>
      model.fields.some(isEnum) ? { ...model, fields: model.fields.map(field) } : model,
    ),
  };
}

/** Whether a pristine copy is kept: not of secrets and migrations, which are written once. */
export function keepsBase(path: string): boolean {
  return path !== '.env' && !(path.startsWith(`${MIGRATIONS}/`) && /\/[1-9]\d{13}-/.test(path));
}

const SERVICE = 'service/';

/** The templates of `templates/service` with the paths of their files in a project. */
const serviceFiles = (templates: Templates) =>
  [...templates]
    .filter(([template]) => template.startsWith(SERVICE) && isPart(template))
    .map(([template, text]) => ({ template, text, path: projectPath(template) }));

const isFilled = (template: string): boolean => template.endsWith('.ejs');

/** The files that are copied as they are, by their paths in a project; a project has those of its features. */
export const staticFiles = once((templates: Templates): Tree => {
  const service = serviceFiles(templates)
    .filter(({ template }) => !isFilled(template))
    .map(({ path, text }): [string, string] => [path, text]);
  return new Map([...service, ...staticWeb(templates)].filter(([path]) => !STANDS_IN.test(path)));
});

/** Templates in whose place a project has what its models make of them. */
const STANDS_IN = /\.gen\.ts$|^src\/models\//;

/** The files of `templates/service`: copied, or rendered where their name ends in `.ejs`. */
function renderService(app: App, templates: Templates): Tree {
  const view = viewProject(app, templates);
  return new Map(
    serviceFiles(templates).map(({ template, text, path }): [string, string] => [
      path,
      isFilled(template) ? fillTemplate(templates, template, view) : text,
    ]),
  );
}

/** Not the `.env`, which holds the secret, not what `renderPackage` renders, and not the tests of the static parts. */
const isPart = (path: string): boolean =>
  !/^service\/(?:_env|package\.json)\.ejs$|^service\/src\/.*\.test\.ts$/.test(path);

/** `service/_env.example.ejs` -> `.env.example`: npm drops or renames some dotfiles. */
function projectPath(path: string): string {
  return path
    .slice(SERVICE.length)
    .replace(/^_/, '.')
    .replace(/\.ejs$/, '');
}

function staticMigrations(templates: Templates): readonly string[] {
  return [...templates.keys()].filter((path) => path.startsWith(`${SERVICE}${MIGRATIONS}/`));
}

function renderSettings(app: App, templates: Templates): string {
  const { name, database } = app;
  const features = namedFeatures(app, templates);
  return json({ version: VERSION, name, database, features, paths: {} });
}
