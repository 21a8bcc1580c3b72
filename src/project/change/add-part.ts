import { pathOfPart } from '../../code/code-index.js';
import { isUser, withUser } from '../../model/built-in.js';
import type { App, Model, PartKind } from '../../model/model.js';
import { partOfModel, withParts } from '../../model/parts.js';
import { refusal } from '../../problem.js';
import { modelNames } from '../../render/model-names.js';
import { renderPart } from '../../render/render-part.js';
import type { OpenProject } from '../open/open-project.js';
import { besideEntity } from './place-file.js';
import { templatesOf } from '../open/templates.js';
import { type Edit, writeFile } from './workspace.js';

/** A part to add to a model. */
export interface AddedPart {
  readonly file: string;
  /** The app with the file registered. */
  readonly after: App;
  /** Creates the file unless it exists. */
  readonly edits: readonly Edit[];
}

/** Adds a file for a part of the developer's own beside a model's entity; an existing one is only registered. */
export function addPart(project: OpenProject, model: Model, kind: PartKind): AddedPart {
  const there = pathOfPart(project.mine, kind, model.name);
  const [path, text] = besideEntity(project, model, renderPart(model, kind, templatesOf(project)));
  if (there === null && project.mine.has(path)) throw taken(path, model, kind);
  const file = there ?? path;
  const added = partOfModel(model, kind) ?? { kind, path: file, name: modelNames(model)[kind] };
  const others = (model.parts ?? []).filter((one) => one.kind !== kind);
  const whole = withParts(model, [...others, added]);
  const app = isUser(model) ? withUser(project.app) : project.app;
  return {
    file,
    after: { ...app, models: app.models.map((one) => (one === model ? whole : one)) },
    edits: there === null ? [writeFile(path, text)] : [],
  };
}

const taken = (file: string, { name }: Model, kind: PartKind) =>
  refusal(
    'file-there',
    `${file} already exists but defines no ${kind} of ${name}`,
    `write in it: ${DEFINITIONS[kind](name)}`,
  );

const DEFINITIONS: Readonly<Record<PartKind, (name: string) => string>> = {
  access: (name) => `defineAccess<${name}>({ ... })`,
  routes: (name) => `defineRoutes(${name}, (route) => { ... })`,
  hooks: (name) => `defineHooks(${name}, { ... })`,
  rules: (name) => `defineRules<${name}>({ ... })`,
};
