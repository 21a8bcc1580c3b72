import { isBuiltIn } from '../model/built-in.js';
import { USUAL_COLOR } from '../model/brand.js';
import type { App, Model } from '../model/model.js';
import { titleCase } from '../model/names.js';
import { codeOf } from './code.js';
import type { Drafts } from './draft.js';
import { ADMIN, featuresOf } from './features.js';
import { addedTemplates } from './house-style.js';
import { type ModelNames, modelNames } from './model-names.js';
import { draftOf, type Templates } from './template.js';
import { rememberModel } from './remember-model.js';
import { webFeaturesFile } from './render-registry.js';
import { resourcesFile } from './web/resources.js';
import { type PageFile, pagesOf, webViews } from './web/view-web.js';

/** What of the back-office follows from the models and the features, except pages that are already known. */
export function renderWeb(
  app: App,
  templates: Templates,
  isKnown: (model: Model) => boolean = () => false,
): Drafts {
  const models = app.models.filter(hasPages);
  return new Map([
    ...models
      .filter((model) => !isKnown(model))
      .flatMap((model) => [...renderedPages(app, model, templates)]),
    ['web/src/settings.ts', renderSettings(app)],
    ['web/src/features.gen.ts', webFeaturesFile(featuresOf(app, templates), templates)],
    ['web/src/pages/resources.ts', resourcesFile(app, models, templates)],
  ]);
}

/** The paths of a model's pages, by kind. */
export const pagePaths = (model: Model): readonly [kind: PageFile, path: string][] => {
  const { file } = modelNames(model);
  return pagesOf(model).map((kind) => [kind, `web/src/pages/${file}/${file}.${kind}`]);
};

/** The pages that a house style adds to a model, with their templates. */
export const addedPages = (
  { file }: Pick<ModelNames, 'file'>,
  templates: Templates,
): readonly (readonly [template: string, path: string])[] =>
  addedTemplates(templates, PAGE_TEMPLATES).map(([name, template]) => [
    template,
    `web/src/pages/${file}/${file}.${name}`,
  ]);

const PAGE_TEMPLATES = `features/${ADMIN}/model`;

/** A built-in model without added fields has the built-in pages. */
export const hasPages = (model: Model): boolean => !isBuiltIn(model) || model.fields.length > 0;

const renderedPages = rememberModel(renderPages);

function renderPages(app: App, model: Model, templates: Templates): Drafts {
  const views = webViews(app, model);
  const names = modelNames(model);
  const fill = (template: string, view: object) => draftOf(templates, template, { model, ...view });
  return new Map([
    ...pagePaths(model).map(
      ([kind, path]) => [path, fill(`${PAGE_TEMPLATES}/${kind}.ejs`, views[kind])] as const,
    ),
    ...addedPages(names, templates).map(
      ([template, path]) => [path, fill(template, views['list.tsx'])] as const,
    ),
  ]);
}

function renderSettings(app: App): string {
  return [
    "/** What the browser's tab and the header call this back-office. */",
    `export const APP_TITLE = ${codeOf(titleCase(app.name))};`,
    '/** The colour that its greys, buttons, links and charts follow from: see `docs/back-office.md`. */',
    `export const APP_COLOR = ${codeOf(USUAL_COLOR)};`,
    '',
  ].join('\n');
}
