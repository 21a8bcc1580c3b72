import { didYouMean } from '../../model/nearest.js';
import { isGenerated } from '../../tree.js';
import type { Plan } from '../../plan/plan.js';
import { refusal, type Refusal } from '../../problem.js';
import { findMoves } from '../../refactor/find-moves.js';
import type { OpenProject } from '../open/open-project.js';
import { planEdits } from './rebase-plan.js';
import { writeFile } from '../change/workspace.js';
import { planProject } from './plan-project.js';

/**
 * Restores a deleted file, or an edited generated one, as crudgen writes it now; refuses a moved or unknown file. Where the
 * model cannot be read, the kept copy is used.
 */
export function planRestore(
  project: OpenProject,
  path: string,
  { now, isRead }: { readonly now: Date; readonly isRead: boolean },
): Plan {
  const { app: after, mine, base, settings } = project;
  const place = findMoves(base, mine, settings.paths).get(path);
  if (place !== undefined) throw moved(path, place);
  const { next } = isRead
    ? planProject(project, { mode: 'upgrade', after }, now)
    : { next: new Map<string, string>() };
  const text = next.get(path) ?? base.get(path);
  const gone = [...base.keys()].filter((one) => !mine.has(one));
  if (text === undefined && !mine.has(path)) throw unknownPath(path, gone);
  const stays = mine.has(path) && !(isGenerated(path) && text !== undefined);
  const plan = planEdits(project, ...(stays ? [] : [writeFile(path, text!)]));
  const settles = stays ? [] : [[path, text!] as const];
  return { ...plan, base: new Map([...plan.base, ...settles]) };
}

function moved(path: string, place: string): Refusal {
  const message = `${path} was moved to ${place}, not deleted`;
  return refusal('moved-file', message, 'to get a new file, delete the moved file first');
}

function unknownPath(path: string, gone: readonly string[]): Refusal {
  const list =
    gone.length === 0 ? 'no file is missing' : `missing files: ${gone.slice(0, 10).join(', ')}`;
  return refusal(
    'no-file',
    `\`${path}\` is not a file that crudgen writes`,
    didYouMean(path, gone, list),
  );
}
