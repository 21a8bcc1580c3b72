import type { App, Model } from '../model/model.js';
import { titleCase } from '../model/names.js';
import type { Tree } from '../tree.js';
import { compareText } from '../model/compare-text.js';
import { type ModelNames, namesOf } from './model-names.js';
import { array, quote, raw } from './print/code.js';
import { printCode, printImport } from './print/print-code.js';
import { fillTemplate, type Templates } from './template.js';
import { rememberModel } from './remember-model.js';
import { webView } from './web/view-web.js';

const WEB = 'web/';
/** Stand-ins that let `templates/web` type-check where it stands. */
const RENDERED = ['web/src/settings.ts', 'web/src/pages/resources.gen.ts'];
/** The pages of one model. */
const PAGES = [
  'resource.ts',
  'fields.ts',
  'list.tsx',
  'show.tsx',
  'inputs.tsx',
  'create.tsx',
  'edit.tsx',
];

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
    ['web/src/pages/resources.gen.ts', renderResources(app)],
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

/** Sorted by class, one entry a line, so that two branches that each add a model merge. */
function renderResources(app: App): string {
  const all = app.models.map(namesOf).sort((one, other) => compareText(one.class, other.class));
  const list = array(all.map(({ variable }) => raw(`${variable}Resource`)));
  const before = 'export const resources: readonly AppResource[] = ';
  return [
    "import type { AppResource } from '#ui';",
    ...all.map(({ variable, file }) =>
      printImport([`${variable}Resource`], `./${file}/${file}.resource`),
    ),
    '',
    '/** Every model of this application. */',
    printCode(list, { before, after: ';' }),
    '',
  ].join('\n');
}
