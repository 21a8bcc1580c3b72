import { pathOfPart } from '../code/code-index.js';
import { compareText } from '../model/names.js';
import type { App, Model, ModelPart } from '../model/model.js';
import { refusal } from '../problem.js';
import { namesOf } from '../render/model-names.js';
import { renderPart } from '../render/render-part.js';
import type { OpenProject } from './open-project.js';
import { besideEntity } from './place-file.js';
import { readTemplates } from './templates.js';
import { type Edit, writeFile } from './workspace.js';

/** A file of hooks or rules to add to a model. */
export interface AddedPart {
  readonly file: string;
  /** The app with the file registered. */
  readonly after: App;
  /** Creates the file unless it exists. */
  readonly edits: readonly Edit[];
}

/** Adds a file for the developer's own hooks or rules beside a model's entity; an existing one is only registered. */
export function addPart(project: OpenProject, model: Model, kind: ModelPart['kind']): AddedPart {
  const { app, mine } = project;
  const there = pathOfPart(mine, kind, model.name);
  const [path, text] = besideEntity(project, model, renderPart(model, kind, readTemplates()));
  if (there === null && mine.has(path)) throw taken(path, model, kind);
  const file = there ?? path;
  const others = (model.parts ?? []).filter((one) => one.kind !== kind);
  const added = { kind, path: file, name: namesOf(model)[kind] };
  const known = model.parts?.find((one) => one.kind === kind);
  const parts = [...others, known ?? added].sort((one, other) => compareText(one.kind, other.kind));
  const models = app.models.map((one) => (one === model ? { ...one, parts } : one));
  return {
    file,
    after: { ...app, models },
    edits: there === null ? [writeFile(path, text)] : [],
  };
}

const taken = (file: string, { name }: Model, kind: ModelPart['kind']) =>
  refusal(
    'file-there',
    `${file} already exists but defines no ${kind} of ${name}`,
    kind === 'hooks'
      ? `write in it: defineHooks(${name}, { ... })`
      : `write in it: defineRules<${name}>({ ... })`,
  );
