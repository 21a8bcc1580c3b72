import { type Change, EMPTY_PLAN, type PlaceConflict, type Plan } from '../../plan/plan.js';
import { warning } from '../../problem.js';
import { VERSION } from '../../version.js';
import { isGenerated, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import { type Edit, isEdited, type Origin, workOn, type Workspace } from '../change/workspace.js';

/**
 * Rebases a plan for the files of a workspace onto the files on disk: edits of the workspace become changes, and files with
 * another origin become moves.
 */
export function rebasePlan(plan: Plan, project: Disk, { mine, origins, base }: Workspace): Plan {
  const changes = plan.changes.map((change) => rebased(change, origins.get(change.path)));
  const conflicts = plan.conflicts.map((one): PlaceConflict => {
    const origin = origins.get(one.path);
    if (origin === undefined) return { ...one, from: null };
    return { ...one, from: origin.path, mine: origin.text };
  });
  const planned = new Set([...plan.changes, ...conflicts, ...plan.refused].map(({ path }) => path));
  const edits = [...mine].flatMap(([path, text]) =>
    planned.has(path) ? [] : editOf(path, text, origins.get(path), plan.base),
  );
  const used = new Set([...origins.values()].map(({ path }) => path));
  const folded = [...origins.values()].flatMap((one) => one.folded.map(({ path }) => path));
  const dropped = [...project.mine.keys()].filter((path) => !used.has(path) && !planned.has(path));
  const gone = [...new Set([...folded, ...dropped])].map((path): Change => {
    return { kind: 'delete', path, mine: project.onDisk.get(path) ?? '' };
  });
  return {
    ...plan,
    conflicts,
    changes: [...changes, ...edits, ...gone].sort((a, b) => (a.path < b.path ? -1 : 1)),
    base: new Map([
      ...(project.isAdopted ? project.base : [...project.repaired, ...project.remade]),
      ...changedCopies(project.base, base),
      ...plan.base,
    ]),
    warnings: [...plan.warnings, ...(project.isAdopted ? [ADOPTED] : [])],
  };
}

const ADOPTED = warning(
  'adopted',
  `this project has no .crudgen/base, so each difference from the output of crudgen ${VERSION} counts as your edit`,
  'commit .crudgen with the change; if .crudgen/base was lost, restore it with git first',
);

type Disk = Pick<OpenProject, 'onDisk' | 'mine' | 'base' | 'repaired' | 'remade' | 'isAdopted'>;

/** A change of a file in the workspace as a change of its origin. */
function rebased(change: Change, origin: Origin | undefined): Change {
  const { kind, path } = change;
  if (kind === 'create' || (kind === 'delete' && origin === undefined)) return change;
  if (kind === 'delete') return { kind, path: origin!.path, mine: origin!.text };
  const isSame = origin?.path === path && origin.text === change.mine;
  return isSame ? change : written(origin, path, change.next);
}

/** The change that writes a file of the workspace. */
function written(origin: Origin | undefined, path: string, next: string): Change {
  if (origin === undefined) return { kind: 'create', path, next };
  const { path: from, text: mine } = origin;
  // Generated files are never merged.
  const isWhole = isGenerated(path) || ![origin, ...origin.folded].some(isEdited);
  if (from !== path)
    return { kind: 'move', path, from, mine, next, ...(!isWhole && { edited: true }) };
  return { kind: isWhole ? 'update' : 'merge', path, mine, next };
}

/** The change of a file that only the workspace edits or moves. A file that stays in its place is merged if the render changes it, too. */
function editOf(
  path: string,
  text: string,
  origin: Origin | undefined,
  copies: Plan['base'],
): readonly Change[] {
  if (origin?.path === path && origin.text === text) return [];
  const change = written(origin, path, text);
  return [change.kind === 'merge' && !copies.has(path) ? { ...change, kind: 'update' } : change];
}

/** Changes of the kept copies made before the plan. */
function changedCopies(before: Tree, after: Tree): [string, string | null][] {
  if (before === after) return [];
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  return [...gone.map((path): [string, null] => [path, null]), ...changed];
}

/** The plan that makes some edits and nothing else. */
export const planEdits = (project: OpenProject, ...edits: readonly Edit[]): Plan =>
  rebasePlan(EMPTY_PLAN, project, workOn(project, edits));
