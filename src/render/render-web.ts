import { isUser } from '../model/built-in.js';
import type { App, Model } from '../model/model.js';
import { titleCase } from '../model/names.js';
import type { Tree } from '../tree.js';
import { featuresOf, type Feature } from './features.js';
import type { ModelNames } from './model-names.js';
import { quote } from './print/code.js';
import { fillTemplate, type Templates } from './template.js';
import { rememberModel } from './remember-model.js';
import { germanFile, GERMAN } from './web/german.js';
import { webFeaturesFile } from './render-registry.js';
import { resourcesFile } from './web/resources.js';
import { webView } from './web/view-web.js';

const FOLDERS = ['web/', 'ui/'];
/** Stand-ins that let `templates/web` type-check where it stands. */
const RENDERED = ['web/src/settings.ts', 'web/src/features.gen.ts', 'web/src/pages/resources.ts'];
/** The pages of one model. */
const PAGES = ['facts.gen.ts', 'resource.ts', 'list.tsx', 'show.tsx', 'form.tsx'];

/** Everything under `web/` and `ui/`, except pages that are already known, and the browser test of the back-office. */
export function renderWeb(
  app: App,
  templates: Templates,
  isKnown: (model: Model) => boolean = () => false,
): Tree {
  const features = featuresOf(app, templates);
  const models = app.models.filter(hasPages);
  return new Map([
    ...staticWeb(templates),
    ...models
      .filter((model) => !isKnown(model))
      .flatMap((model) => [...pagesOf(app, model, templates)]),
    ['web/src/settings.ts', renderSettings(app)],
    [
      'ui/README.md',
      fillTemplate(templates, 'ui/README.md.ejs', {
        features: features.map(({ name }) => name),
      }),
    ],
    ['web/src/features.gen.ts', webFeaturesFile(features)],
    ['web/src/pages/resources.ts', resourcesFile(app, models)],
    ...germanFiles(app, models, features),
    [
      'test/back-office.test.ts',
      fillTemplate(templates, 'web/project/back-office.test.ts.ejs', {}),
    ],
  ]);
}

const germanFiles = (
  app: App,
  models: readonly Model[],
  features: readonly Feature[],
): [string, string][] =>
  features.some(({ name }) => name === GERMAN.feature)
    ? [[GERMAN.file, germanFile(app, models)]]
    : [];

/** The files of the back-office that are the same in every project. */
export function staticWeb(templates: Templates): [string, string][] {
  return [...templates].filter(
    ([path]) =>
      FOLDERS.some((folder) => path.startsWith(folder)) &&
      !path.endsWith('.ejs') &&
      !RENDERED.includes(path),
  );
}

/** The paths of a model's pages, by kind. */
export const pagePaths = ({
  file,
}: Pick<ModelNames, 'file'>): readonly [kind: string, path: string][] =>
  PAGES.map((kind) => [kind, `web/src/pages/${file}/${file}.${kind}`]);

/** A `User` without added fields has the built-in pages. */
export const hasPages = (model: Model): boolean => !isUser(model) || model.fields.length > 0;

const pagesOf = rememberModel(renderPages);

function renderPages(app: App, model: Model, templates: Templates): Tree {
  const view = webView(model, app);
  return new Map(
    pagePaths(view).map(([kind, path]) => [
      path,
      fillTemplate(templates, `web/model/${kind}.ejs`, view),
    ]),
  );
}

function renderSettings(app: App): string {
  return [
    "/** What the browser's tab and the header call this back-office. */",
    `export const APP_TITLE = ${quote(titleCase(app.name))};`,
    '',
  ].join('\n');
}
