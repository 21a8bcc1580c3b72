import type { App, Model } from '../model/model.js';
import type { Tree } from '../tree.js';
import { type ModelNames, namesOf } from './model-names.js';
import { arrow, call, raw } from './print/code.js';
import { printAssignment } from './print/print-code.js';
import { fillTemplate, type Templates } from './template.js';
import { viewTest } from './test-file/view-test.js';
import { viewAccess } from './view-access.js';
import { viewModel } from './view-model.js';

/** The files of one model: its entity, rules, endpoints and test. */
export function renderModel(app: App, model: Model, templates: Templates): Tree {
  const names = namesOf(model);
  const file = (kind: string, view: object) =>
    [
      `${names.folder}/${names.file}.${kind}.ts`,
      fillTemplate(templates, `model/${kind}.ts.ejs`, { ...names, ...view }),
    ] as const;
  return new Map([
    file('model', viewModel(app, model)),
    file('access', viewAccess(model)),
    file('routes', viewRoutes(names)),
    file('test', viewTest(app, model)),
  ]);
}

/** A model's endpoints beside the generated ones: none yet. */
function viewRoutes({ class: name, routes }: ModelNames) {
  const hint = `// \`crudgen endpoint add ${name} POST /:id/archive --action edit\` writes the first one.`;
  const routesOf = call('defineRoutes', raw(name), arrow('()', [hint]));
  return { statement: printAssignment(`export const ${routes}`, routesOf) };
}
