import { expect, it } from 'vitest';
import { readProject } from '../../../src/code/read-project.js';
import { readTemplates } from '../../../src/project/open/templates.js';
import { MODEL_TEMPLATES } from '../../../src/render/house-style.js';
import { modelNames } from '../../../src/render/model-names.js';
import { viewTest } from '../../../src/render/test-file/view-test.js';
import { viewAccess } from '../../../src/render/view-access.js';
import { viewModel } from '../../../src/render/view-model.js';
import { webViews } from '../../../src/render/web/view-web.js';
import { renderExample } from '../../golden/example.js';

const page = renderExample('task-manager').get('docs/template-views.md')!;
const { app } = readProject(renderExample('task-manager'));
const model = app.models.find(({ name }) => name === 'Task')!;
const pages = webViews(app, model);

/** What the templates are filled with that every model has. */
const VIEWS: Readonly<Record<string, object>> = {
  'model/model.ts.ejs': viewModel(app, model),
  'model/access.ts.ejs': viewAccess(model),
  'model/test.ts.ejs': viewTest(app, model),
  'list.tsx.ejs': pages['list.tsx'],
  'show.tsx.ejs': pages['show.tsx'],
  'form.tsx.ejs': pages['form.tsx'],
  'resource.ts.ejs': pages['resource.ts'],
};

/** The names in the first column of a table. */
const namesIn = (table: string): string[] =>
  [...table.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );

/** The table below a line that begins with the name of a template. */
function tableOf(template: string): string {
  const from = page.indexOf(`\n\`${template}\``);
  return page.slice(from).split('\n\n')[1] ?? '';
}

const common = namesIn(page.slice(page.indexOf('In every template')).split('\n\n')[1] ?? '');

it.each(Object.keys(VIEWS))('says all that %s is filled with', (template) => {
  const known = new Set([...common, 'aOne', 'titleMany']);
  const given = Object.keys(VIEWS[template]!).filter((name) => !known.has(name));
  expect(namesIn(tableOf(template)).sort()).toEqual(given.sort());
});

it('says what every template has in common', () => {
  expect(common.sort()).toEqual([...Object.keys(modelNames(model)), 'model'].sort());
});

it('names every template that there is, and those of crudgen alone', () => {
  for (const path of MODEL_TEMPLATES.keys()) {
    expect([...readTemplates().keys()]).toContain(path);
    expect(page).toContain(`\`${path.replace('features/admin/model/', '')}\``);
  }
});
