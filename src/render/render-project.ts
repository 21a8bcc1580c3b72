import { withUser } from '../model/built-in.js';
import type { App, Field, Model } from '../model/model.js';
import { treeInOrder, type Tree } from '../tree.js';
import { type Draft, type Drafts, layOut } from './draft.js';
import {
  featuresOf,
  featuresOff,
  featureTables,
  hasBackOffice,
  namedFeatures,
  PRIVACY,
} from './features.js';
import { renderFiles } from './project-files.js';
import { type Baseline, MIGRATIONS, renderMigration } from './render-migration.js';
import { renderModel } from './render-model.js';
import { json, renderPackage } from './render-package.js';
import {
  MIGRATIONS_GEN,
  MODELS_GEN,
  PERSONAL_DATA,
  personalDataFile,
  renderMigrationsGen,
  renderModelsGen,
  SERVICE_FEATURES,
  serviceFeaturesFile,
} from './render-registry.js';
import { rememberModel } from './remember-model.js';
import { rolesBrought, rolesFile } from './render-roles.js';
import { renderWeb } from './render-web.js';
import { fillTemplate, type Templates } from './template.js';
import { viewProject } from './view-project.js';
import { wordsToTranslate } from './web/language.js';
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
  /** The database that has the tables of the models already. */
  readonly baseline?: Baseline | undefined;
  /** `DATABASE_URL` of the new project's `.env`; the usual one of its kind where absent or null. */
  readonly databaseUrl?: string | null;
}

/** All files of a new project, including its first migration and `.env`. */
export function renderProject(app: App, options: ProjectOptions): Tree {
  const { templates, now, secret, baseline, databaseUrl } = options;
  const tables = featureTables(app, templates);
  const migration = renderMigration(null, app, { now, templates, tables, baseline });
  const view = viewProject(app, templates);
  const env = fillTemplate(templates, 'service/_env.ejs', {
    ...view,
    values: { AUTH_SECRET: secret, DATABASE_URL: settingText(databaseUrl ?? view.databaseUrl) },
  });
  return treeInOrder([
    ...renderApp(app, { templates, migrations: [...migration.keys()] }),
    ...migration,
    ['.env', env],
  ]);
}

/** The value of a setting as `.env` has it: in quotes if it holds what ends a value there. */
const settingText = (value: string): string => (/[\s#'"`]/.test(value) ? `"${value}"` : value);

/** The files that derive from the model. */
export const renderApp = (app: App, options: AppOptions): Tree => layOut(draftApp(app, options));

/** The files that derive from the model before they are laid out: the `next` of every plan. Migrations are history and only registered. */
export function draftApp(given: App, options: AppOptions): Drafts {
  const { templates, migrations, known } = options;
  const app = withUser(asRead(given));
  const copies = new Map(app.models.flatMap((model) => withFiles(model, known?.(model))));
  const view = { ...viewProject(app, templates), wordsToTranslate: wordsToTranslate(app) };
  return treeInOrder<string | Draft>([
    ...renderFiles(app, templates, view),
    ...(hasBackOffice(app) ? renderWeb(app, templates, (model) => copies.has(model)) : []),
    ...app.models.flatMap((model) => [...(copies.get(model) ?? filesOf(app, model, templates))]),
    [MODELS_GEN, renderModelsGen(app, templates, options)],
    [
      SERVICE_FEATURES,
      serviceFeaturesFile(
        featuresOf(app, templates),
        featuresOff(app, templates),
        templates,
        rolesBrought(app),
      ),
    ],
    ...personalData(app, templates),
    ...rolesFile(app, templates),
    [
      MIGRATIONS_GEN,
      renderMigrationsGen(
        [...migrations, ...staticMigrations(templates)],
        templates,
        options.migrationClasses,
      ),
    ],
    ['package.json', renderPackage(app, templates)],
    ['crudgen.json', renderSettings(app, templates)],
    ['config/search.json', json({ models: [], fields: [] })],
  ]);
}

/** The list of what features have of persons, where a feature reads it. */
function personalData(app: App, templates: Templates): readonly [string, Draft][] {
  const on = featuresOf(app, templates);
  const isRead = on.some(({ name }) => name === PRIVACY);
  return isRead ? [[PERSONAL_DATA, personalDataFile(on, templates)]] : [];
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

function staticMigrations(templates: Templates): readonly string[] {
  return [...templates.keys()].filter((path) => path.startsWith(`service/${MIGRATIONS}/`));
}

function renderSettings(app: App, templates: Templates): string {
  const { name, database, ids } = app;
  const features = namedFeatures(app, templates);
  return json({ version: VERSION, name, database, ...(ids && { ids }), features, paths: {} });
}
