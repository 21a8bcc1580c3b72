import { isUser } from '../model/built-in.js';
import type { App, Model } from '../model/model.js';
import { titleCase } from '../model/names.js';
import type { Tree } from '../tree.js';
import { ADMIN, featuresOf } from './features.js';
import type { ModelNames } from './model-names.js';
import { quote } from './print/code.js';
import { fillTemplate, type Templates } from './template.js';
import { rememberModel } from './remember-model.js';
import { webFeaturesFile } from './render-registry.js';
import { resourcesFile } from './web/resources.js';
import { webView } from './web/view-web.js';

/** The pages of one model. */
const PAGES = ['facts.gen.ts', 'resource.ts', 'list.tsx', 'show.tsx', 'form.tsx'];

/** What of the back-office follows from the models and the features, except pages that are already known. */
export function renderWeb(
  app: App,
  templates: Templates,
  isKnown: (model: Model) => boolean = () => false,
): Tree {
  const models = app.models.filter(hasPages);
  return new Map([
    ...models
      .filter((model) => !isKnown(model))
      .flatMap((model) => [...pagesOf(app, model, templates)]),
    ['web/src/settings.ts', renderSettings(app)],
    ['web/src/features.gen.ts', webFeaturesFile(featuresOf(app, templates))],
    ['web/src/pages/resources.ts', resourcesFile(app, models)],
  ]);
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
      fillTemplate(templates, `features/${ADMIN}/model/${kind}.ejs`, view),
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
