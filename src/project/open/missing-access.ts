import { accessPlaces } from '../../code/access-place.js';
import { withUser } from '../../model/built-in.js';
import type { App } from '../../model/model.js';
import { type Problem, problem } from '../../problem.js';
import type { Tree } from '../../tree.js';

interface Files {
  readonly mine: Tree;
  /** The pristine copies. */
  readonly base: Tree;
}

/** The command that restores a deleted file. */
export const restoreCommand = (path: string): string => `crudgen restore ${path}`;

/** Refuses models whose access file was deleted: who may see their records is not guessed. */
export function missingAccess(
  { base, mine }: Files,
  { app, unreadFiles }: { readonly app: App; readonly unreadFiles: ReadonlySet<string> },
): Problem[] {
  // The rules may be in a file that cannot be read.
  if (unreadFiles.size > 0) return [];
  const placeOf = accessPlaces(mine, base);
  return withUser(app).models.flatMap((model) => {
    const path = placeOf(model);
    if (path === null || mine.has(path)) return [];
    const message = `${path} with the access rules of \`${model.name}\` is missing`;
    return problem('gone-access', message, restoreCommand(path));
  });
}
