import { isUser } from '../model/built-in.js';
import type { App, Model } from '../model/model.js';
import { hasAccessFile } from '../model/parts.js';
import type { Tree } from '../tree.js';
import { hasBackOffice } from './features.js';
import { type ModelNames, namesOf } from './model-names.js';
import { hasPages, pagePaths } from './render-web.js';
import { viewUser } from './render-user.js';
import { fillTemplate, type Templates } from './template.js';
import { viewTest } from './test-file/view-test.js';
import { viewAccess } from './view-access.js';
import { viewModel } from './view-model.js';

type Kind = 'model' | 'access' | 'test';

/** `User` gets no test file: its built-in behaviour is tested in crudgen. */
const kindsOf = (model: Model): readonly Kind[] => [
  'model',
  ...(hasAccessFile(model) ? (['access'] as const) : []),
  ...(isUser(model) ? [] : (['test'] as const)),
];

const pathOf = ({ folder, file }: ModelNames, kind: Kind): string => `${folder}/${file}.${kind}.ts`;

/** The paths of a model's files. */
export function modelPaths(app: App, model: Model): readonly string[] {
  const names = namesOf(model);
  const pages =
    hasBackOffice(app) && hasPages(model) ? pagePaths(names).map(([, path]) => path) : [];
  return [...kindsOf(model).map((kind) => pathOf(names, kind)), ...pages];
}

/** The files of one model in the service: its entity, access rules and test. */
export function renderModel(app: App, model: Model, templates: Templates): Tree {
  const names = namesOf(model);
  const views: Record<Kind, () => object> = {
    model: () => (isUser(model) ? viewUser(app, model, templates) : viewModel(app, model)),
    access: () => viewAccess(model),
    test: () => viewTest(app, model),
  };
  const fill = (kind: Kind): [string, string] => [
    pathOf(names, kind),
    fillTemplate(templates, `model/${kind}.ts.ejs`, { ...names, ...views[kind]() }),
  ];
  return new Map(kindsOf(model).map(fill));
}
