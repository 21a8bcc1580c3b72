import { readRowRules } from '../code/read-row-rules.js';
import { isCode } from '../code/typescript.js';
import { isUser } from '../model/built-in.js';
import type { App, Model, ModelPart } from '../model/model.js';
import { hasRules, withParts } from '../model/parts.js';
import { isUntouched } from '../plan/plan-file.js';
import { MODELS_GEN } from '../render/render-registry.js';
import { nameOf, type Tree } from '../tree.js';
import type { OpenProject } from './open-project.js';
import type { SyncedState } from './read-synced-state.js';

/**
 * The models of a project and of its kept copies without the access and routes files that an older crudgen wrote for every
 * model, and that hold nothing: `upgrade` deletes those that are as they were written.
 */
export function withoutBlankParts(
  project: OpenProject,
  known: SyncedState,
): { readonly app: App; readonly known: SyncedState } {
  const { app } = project;
  const used = namedFiles(project.mine);
  const found = app.models.flatMap((model) => blankParts(project, model));
  const blank = new Set(found.filter((path) => !used.has(nameOf(path))));
  return {
    app: withoutFiles(app, blank),
    known: { ...known, before: withoutFiles(known.before, blank) },
  };
}

function withoutFiles(app: App, paths: ReadonlySet<string>): App {
  const models = app.models.map((model) => {
    const parts = model.parts ?? [];
    const left = parts.filter(({ path }) => !paths.has(path));
    return left.length === parts.length ? model : withParts(model, left);
  });
  return { ...app, models };
}

/** The names of such files that code imports, but for the list of models: nobody's import is broken. */
const namedFiles = (files: Tree): ReadonlySet<string> =>
  new Set(
    [...files].flatMap(([path, text]) =>
      isCode(path) && path !== MODELS_GEN
        ? [...text.matchAll(/([\w-]+\.(?:access|routes))\.js['"]/g)].map(([, name]) => `${name}.ts`)
        : [],
    ),
  );

const blankParts = (project: OpenProject, model: Model): string[] =>
  (model.parts ?? []).filter((part) => isBlank(project, model, part)).map(({ path }) => path);

/** Whether a file is as crudgen wrote it, which writes neither endpoints nor rows into it that the model does not have. */
function isBlank({ mine, base }: OpenProject, model: Model, { kind, path }: ModelPart): boolean {
  const [kept, own] = [base.get(path), mine.get(path)];
  if (kept === undefined || own === undefined || !isUntouched(path, kept, own)) return false;
  if (kind === 'access')
    return !isUser(model) && !hasRules(model) && readRowRules(mine).get(model.name) === null;
  return kind === 'routes';
}
