import type { App, Model } from '../model/model.js';
import { titleCase } from '../model/names.js';
import type { Tree } from '../tree.js';
import { featuresOf } from './features.js';
import type { ModelNames } from './model-names.js';
import { quote } from './print/code.js';
import { fillTemplate, type Templates } from './template.js';
import { rememberModel } from './remember-model.js';
import { webFeaturesFile } from './web/web-features.js';
import { resourcesFile } from './web/resources.js';
import { webView } from './web/view-web.js';

const WEB = 'web/';
/** Stand-ins that let `templates/web` type-check where it stands. */
const RENDERED = ['web/src/settings.ts', 'web/src/features.gen.ts', 'web/src/pages/resources.ts'];
/** The pages of one model. */
const PAGES = ['resource.ts', 'list.tsx', 'show.tsx', 'form.tsx'];

/** Everything under `web/` of a project, but for pages that are known, and its test of the back-office in a browser. */
export function renderWeb(
  app: App,
  templates: Templates,
  isKnown: (model: Model) => boolean = () => false,
): Tree {
  return new Map([
    ...staticFiles(templates),
    ...app.models.flatMap((model) => (isKnown(model) ? [] : [...pagesOf(app, model, templates)])),
    ['web/src/settings.ts', renderSettings(app)],
    ['web/src/features.gen.ts', webFeaturesFile(featuresOf(app, templates))],
    ['web/src/pages/resources.ts', resourcesFile(app)],
    [
      'test/back-office.test.ts',
      fillTemplate(templates, 'web/project/back-office.test.ts.ejs', {}),
    ],
  ]);
}

function staticFiles(templates: Templates): [string, string][] {
  return [...templates].filter(
    ([path]) => path.startsWith(WEB) && !path.endsWith('.ejs') && !RENDERED.includes(path),
  );
}

/** Where the pages of a model stand, by what they are. */
export const pagePaths = ({
  file,
}: Pick<ModelNames, 'file'>): readonly [kind: string, path: string][] =>
  PAGES.map((kind) => [kind, `web/src/pages/${file}/${file}.${kind}`]);

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
