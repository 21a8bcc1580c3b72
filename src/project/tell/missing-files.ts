import { isWithin } from '../../code/unread-files.js';
import { type Problem, warning } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import { HOUSE } from '../../render/house-style.js';
import { isGenerated } from '../../tree.js';
import { missingAccess, restoreCommand } from '../open/missing-access.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of files that crudgen wrote and the developer deleted, apart from access files, which are an error already. */
export function missingFiles(project: OpenProject): Problem[] {
  const { mine, base, settings, unreadFiles } = project;
  const reported = new Set(missingAccess(project, project).map(({ help }) => help));
  const moves = findMoves(base, mine, settings.paths);
  const isThere = (path: string) =>
    mine.has(path) || moves.has(path) || [...unreadFiles].some((one) => isWithin(path, one));
  const gone = [...base.keys()].filter((path) => !isThere(path) && !path.startsWith(HOUSE));
  return gone
    .filter((path) => path !== '.env' && !isGenerated(path) && !reported.has(restoreCommand(path)))
    .map((path) => {
      const message = `${path} was deleted by hand, and crudgen does not write it again`;
      return warning('missing-file', message, `to get it back: ${restoreCommand(path)}`);
    });
}
