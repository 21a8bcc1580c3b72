import { type PartPlace, partsOf, pathOfPart } from '../code/code-index.js';
import { withUser } from '../model/built-in.js';
import type { App } from '../model/model.js';
import type { Problem } from '../problem.js';
import type { Tree } from '../tree.js';

interface Files {
  readonly mine: Tree;
  /** The pristine copies; null where there are none at all. */
  readonly base: Tree | null;
}

const PART = /^src\/models\/[^/]+\/[^/]+\.(?:access|routes)\.ts$/;

/** Rules and endpoints of models that crudgen wrote, and that stand in no file any more. */
function goneParts(base: Tree | null, files: Tree): readonly PartPlace[] {
  const gone = [...(base ?? [])].filter(([path]) => PART.test(path) && !files.has(path));
  return partsOf(new Map(gone)).filter(({ kind, model }) => !pathOfPart(files, kind, model));
}

/** The models whose file of endpoints its developer deleted: they have none of their own. */
export const unroutedModels = (base: Tree | null, files: Tree): ReadonlySet<string> =>
  new Set(goneParts(base, files).flatMap(({ kind, model }) => (kind === 'routes' ? [model] : [])));

/** Where a model had its endpoints whose file was deleted; null where it has one, or never had. */
export const goneRoutes = ({ base, mine }: Files, name: string): string | null =>
  goneParts(base, mine).find(({ kind, model }) => kind === 'routes' && model === name)?.path ??
  null;

/** The command that brings a deleted file back. */
export const restoring = (path: string): string => `crudgen restore ${path}`;

/** Models whose rules were deleted: without them nobody knows who may see their records, and none are guessed. */
export function goneAccess(
  { base, mine }: Files,
  { app, leftOut }: { readonly app: App; readonly leftOut: ReadonlySet<string> },
): Problem[] {
  // Rules may stand in what cannot be read.
  if (leftOut.size > 0) return [];
  const models = new Set(withUser(app).models.map(({ name }) => name));
  return goneParts(base, mine)
    .filter(({ kind, model }) => kind === 'access' && models.has(model))
    .map(({ path, model }) => ({
      code: 'gone-access',
      message: `${path} is gone, and with it who may do what with \`${model}\``,
      help: restoring(path),
    }));
}
