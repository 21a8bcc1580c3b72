import { readRowRules } from '../../code/read-row-rules.js';
import { isCode } from '../../code/typescript.js';
import { isBuiltIn } from '../../model/built-in.js';
import type { App, Model, ModelPart } from '../../model/model.js';
import { hasRules, withParts } from '../../model/parts.js';
import { isUntouched } from '../../plan/plan-file.js';
import { MODELS_GEN } from '../../render/render-registry.js';
import { fileName, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import type { SyncedState } from '../open/read-synced-state.js';

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
  const rows = readRowRules(project.mine);
  const found = app.models.flatMap(({ parts = [], ...model }) =>
    parts.filter((part) => isUntouchedPart(project, part) && holdsNothing(part, model, rows)),
  );
  const blank = new Set(found.map(({ path }) => path).filter((path) => !used.has(fileName(path))));
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

function isUntouchedPart({ mine, base }: OpenProject, { path }: ModelPart): boolean {
  const [kept, own] = [base.get(path), mine.get(path)];
  return kept !== undefined && own !== undefined && isUntouched(path, kept, own);
}

/** Whether a file as crudgen wrote it is blank: it writes no endpoints, and no rows that the model does not have. */
const holdsNothing = (
  { kind }: ModelPart,
  model: Model,
  rows: ReturnType<typeof readRowRules>,
): boolean =>
  kind === 'access'
    ? !isBuiltIn(model) && !hasRules(model) && rows.get(model.name) === null
    : kind === 'routes';
