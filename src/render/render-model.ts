import { isBuiltIn } from '../model/built-in.js';
import type { App, Model } from '../model/model.js';
import { hasAccessFile } from '../model/parts.js';
import { Draft, type Drafts } from './draft.js';
import { hasBackOffice } from './features.js';
import { addedTemplates } from './house-style.js';
import { withLibraryAliases } from './library-names.js';
import { ENGINE, importPath, type ModelNames, modelNames } from './model-names.js';
import { addedPages, hasPages, pagePaths } from './render-web.js';
import { builtInCode } from './render-built-in.js';
import { draftOf, type Templates } from './template.js';
import { viewBuiltInTest, viewTest } from './test-file/view-test.js';
import { viewAccess } from './view-access.js';
import { relatedClasses, viewModel } from './view-model.js';

type Kind = 'model' | 'access' | 'test';

const kindsOf = (model: Model): readonly Kind[] =>
  hasAccessFile(model) ? ['model', 'access', 'test'] : ['model', 'test'];

const partPath = ({ folder, file }: ModelNames, kind: Kind): string =>
  `${folder}/${file}.${kind}.ts`;

/** The paths of a model's files. */
export function modelPaths(app: App, model: Model, templates: Templates): readonly string[] {
  const names = modelNames(model);
  const pages =
    hasBackOffice(app) && hasPages(model)
      ? [...pagePaths(model), ...addedPages(names, templates)]
      : [];
  return [
    ...kindsOf(model).map((kind) => partPath(names, kind)),
    ...[...addedFiles(model, templates), ...pages].map(([, path]) => path),
  ];
}

/** The files that a house style adds to a model, with their templates; built-in models get none. */
function addedFiles(model: Model, templates: Templates) {
  const { folder, file } = modelNames(model);
  const added = isBuiltIn(model) ? [] : addedTemplates(templates, 'model');
  return added.map(([name, template]) => [template, `${folder}/${file}.${name}`] as const);
}

/** The files of one model in the service: its entity, access rules and test, and what a house style adds. */
export function renderModel(app: App, model: Model, templates: Templates): Drafts {
  const names = modelNames(model);
  const fill = (template: string, view: object): Draft =>
    draftOf(templates, template, { ...names, model, ...view });
  const drafts: Record<Kind, () => Draft> = {
    model: () => entityDraft(app, model, templates),
    access: () => fill('model/access.ts.ejs', viewAccess(model)),
    test: () =>
      isBuiltIn(model)
        ? fill('model/built-in/test.ts.ejs', viewBuiltInTest(app, model))
        : fill('model/test.ts.ejs', viewTest(app, model)),
  };
  return new Map([
    ...kindsOf(model).map((kind) => [partPath(names, kind), drafts[kind]()] as const),
    ...addedFiles(model, templates).map(
      ([template, path]) => [path, fill(template, viewModel(app, model))] as const,
    ),
  ]);
}

/** The class of a built-in model is that of every project, whatever the house style of others. */
function entityDraft(app: App, model: Model, templates: Templates): Draft {
  const { code, template } = isBuiltIn(model)
    ? new Draft(builtInCode(app, model, templates))
    : draftOf(templates, 'model/model.ts.ejs', {
        ...modelNames(model),
        model,
        ...viewModel(app, model),
      });
  const classes = [model.name, ...relatedClasses(app, model)];
  const others = classes.filter((name) => importPath(app, name) !== ENGINE);
  return new Draft(withLibraryAliases(code, others), template);
}
