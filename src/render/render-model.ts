import type { App, Model } from '../model/model.js';
import type { Tree } from '../tree.js';
import { namesOf } from './model-names.js';
import { fillTemplate, type Templates } from './template.js';
import { viewTest } from './test-file/view-test.js';
import { viewAccess } from './view-access.js';
import { viewModel } from './view-model.js';
import { viewRoutes } from './view-routes.js';

/** The files of one model: its entity, rules, endpoints and test. */
export function renderModel(app: App, model: Model, templates: Templates): Tree {
  const names = namesOf(model);
  const file = (kind: string, view: object) =>
    [
      `${names.folder}/${names.file}.${kind}.ts`,
      fillTemplate(templates, `model/${kind}.ts.ejs`, view),
    ] as const;
  return new Map([
    file('model', viewModel(app, model)),
    file('access', viewAccess(model)),
    file('routes', viewRoutes(model)),
    file('test', viewTest(app, model)),
  ]);
}
