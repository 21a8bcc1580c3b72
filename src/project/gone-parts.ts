import { type PartPlace, partsOf, pathOfPart } from '../code/code-index.js';
import { withUser } from '../model/built-in.js';
import type { App } from '../model/model.js';
import { type Problem, problem } from '../problem.js';
import type { Tree } from '../tree.js';

interface Files {
  readonly mine: Tree;
  /** The pristine copies. */
  readonly base: Tree;
}

const PART = /^src\/models\/[^/]+\/[^/]+\.(?:access|routes)\.ts$/;

/** Access rules and routes of models that crudgen wrote and that no file holds any longer. */
function goneParts(base: Tree, files: Tree): readonly PartPlace[] {
  const gone = [...base].filter(([path]) => PART.test(path) && !files.has(path));
  return partsOf(new Map(gone)).filter(({ kind, model }) => !pathOfPart(files, kind, model));
}

/** The models whose routes file the developer deleted. */
export const unroutedModels = (base: Tree, files: Tree): ReadonlySet<string> =>
  new Set(goneParts(base, files).flatMap(({ kind, model }) => (kind === 'routes' ? [model] : [])));

/** The path of a model's deleted routes file; null where it was not deleted. */
export const goneRoutes = ({ base, mine }: Files, name: string): string | null =>
  goneParts(base, mine).find(({ kind, model }) => kind === 'routes' && model === name)?.path ??
  null;

/** The command that restores a deleted file. */
export const restoreCommand = (path: string): string => `crudgen restore ${path}`;

/** Refuses models whose access file was deleted: who may see their records is not guessed. */
export function goneAccess(
  { base, mine }: Files,
  { app, leftOut }: { readonly app: App; readonly leftOut: ReadonlySet<string> },
): Problem[] {
  // The rules may be in a file that cannot be read.
  if (leftOut.size > 0) return [];
  const models = new Set(withUser(app).models.map(({ name }) => name));
  return goneParts(base, mine)
    .filter(({ kind, model }) => kind === 'access' && models.has(model))
    .map(({ path, model }) => {
      const message = `${path} is missing, and with it the access rules of \`${model}\``;
      return problem('gone-access', message, restoreCommand(path));
    });
}
