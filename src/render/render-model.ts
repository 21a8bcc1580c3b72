import { isUser } from '../model/built-in.js';
import type { App, Model } from '../model/model.js';
import { hasAccessFile } from '../model/parts.js';
import { Draft, type Drafts } from './draft.js';
import { hasBackOffice } from './features.js';
import { withLibraryAliases } from './library-names.js';
import { ENGINE, importPath, type ModelNames, namesOf } from './model-names.js';
import { hasPages, pagePaths } from './render-web.js';
import { userCode } from './render-user.js';
import { draftOf, fillTemplate, type Templates } from './template.js';
import { viewTest } from './test-file/view-test.js';
import { viewAccess } from './view-access.js';
import { relatedClasses, viewModel } from './view-model.js';

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
export function renderModel(app: App, model: Model, templates: Templates): Drafts {
  const names = namesOf(model);
  const drafts: Record<Kind, () => Draft> = {
    model: () => new Draft(entityCode(app, model, templates)),
    access: () => draftOf(templates, 'model/access.ts.ejs', { ...names, ...viewAccess(model) }),
    test: () => draftOf(templates, 'model/test.ts.ejs', { ...names, ...viewTest(app, model) }),
  };
  return new Map(kindsOf(model).map((kind) => [pathOf(names, kind), drafts[kind]()]));
}

function entityCode(app: App, model: Model, templates: Templates): string {
  const code = isUser(model)
    ? userCode(app, model, templates)
    : fillTemplate(templates, 'model/model.ts.ejs', {
        ...namesOf(model),
        ...viewModel(app, model),
      });
  const classes = [model.name, ...relatedClasses(app, model)];
  return withLibraryAliases(
    code,
    classes.filter((name) => importPath(name) !== ENGINE),
  );
}
