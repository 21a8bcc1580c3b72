import { type Change, type Conflict, EMPTY_PLAN, type Plan } from '../../plan/plan.js';
import { warning } from '../../problem.js';
import { VERSION } from '../../version.js';
import { isGenerated, fileName, type Tree } from '../../tree.js';
import type { OpenProject } from '../open/open-project.js';
import { type Edit, workOn, type Workspace } from '../change/workspace.js';

/**
 * Rebases a plan over the files of a workspace onto those on disk: edits of the workspace become changes, and files with
 * another path there become moves.
 */
export function rebasePlan(plan: Plan, project: Disk, workspace: Workspace): Plan {
  const { onDisk, base, repaired, remade, isAdopted } = project;
  const files = originsOn(project, workspace);
  const { originOf, before } = files;
  const changes = plan.changes.map((change): Change => {
    const { path } = change;
    if (change.kind === 'delete')
      return { kind: 'delete', path: originOf(path), mine: before(path) ?? change.mine };
    if (change.kind === 'create') return change;
    const isSame = originOf(path) === path && before(path) === change.mine;
    return isSame ? change : written(files, path, change.next);
  });
  const conflicts = plan.conflicts.map((one): Conflict => {
    const [from, mine] = [originOf(one.path), before(one.path)];
    if (mine === undefined) return { ...one, isNew: true };
    return { ...one, mine, ...(from !== one.path && { from }) };
  });
  const planned = new Set([...plan.changes, ...conflicts, ...plan.refused].map(({ path }) => path));
  const isEdit = (path: string, text: string) =>
    !planned.has(path) && (originOf(path) !== path || before(path) !== text);
  const edited = [...workspace.mine]
    .filter(([path, text]) => isEdit(path, text))
    .map(([path, text]) => asEdit(written(files, path, text), plan.base));
  const dropped = [...project.mine.keys()].filter(
    (path) => !workspace.mine.has(path) && !workspace.moved.has(path) && !planned.has(path),
  );
  const gone = [...files.folded.map(([path]) => path), ...dropped].map((path): Change => {
    return { kind: 'delete', path, mine: onDisk.get(path) ?? '' };
  });
  return {
    ...plan,
    conflicts,
    changes: [...changes, ...edited, ...gone].sort((a, b) => (a.path < b.path ? -1 : 1)),
    base: new Map([
      ...(isAdopted ? base : [...repaired, ...remade]),
      ...changedCopies(base, workspace.base),
      ...plan.base,
    ]),
    warnings: [...plan.warnings, ...(isAdopted ? [ADOPTED] : [])],
  };
}

const ADOPTED = warning(
  'adopted',
  `this project has no .crudgen/base, so each difference from the output of crudgen ${VERSION} counts as your edit`,
  'commit .crudgen with the change; if .crudgen/base was lost, restore it with git first',
);

type Disk = Pick<OpenProject, 'onDisk' | 'mine' | 'base' | 'repaired' | 'remade' | 'isAdopted'>;

/** Where the files of a workspace are on disk. */
interface Origins {
  originOf(path: string): string;
  /** The text on disk of a file by its path in the workspace. */
  before(path: string): string | undefined;
  isEdited(path: string): boolean;
  /** Files that are folded into another one and go. */
  readonly folded: readonly (readonly [from: string, to: string])[];
}

/** Of several files that are folded into one, the one already there, an edited one or its namesake becomes it. */
function originsOn({ onDisk, base }: Disk, { moved }: Workspace): Origins {
  const isThere = (path: string) => onDisk.has(path) && !moved.has(path);
  const isEdited = (path: string) => base.get(path) !== onDisk.get(path);
  const weight = (move: readonly [string, string]) =>
    2 * Number(isEdited(move[0])) + Number(isNamesake(move));
  const origins = new Map(
    [...moved]
      .filter(([, to]) => !isThere(to))
      .sort((one, other) => weight(one) - weight(other))
      .map(([from, to]) => [to, from]),
  );
  const originOf = (path: string): string => origins.get(path) ?? path;
  return {
    originOf,
    before: (path) => onDisk.get(originOf(path)),
    isEdited,
    folded: [...moved].filter(([from, to]) => origins.get(to) !== from),
  };
}

/** The change that writes a file of the workspace. */
function written(
  { originOf, before, isEdited, folded }: Origins,
  path: string,
  next: string,
): Change {
  const [from, mine] = [originOf(path), before(path)];
  if (mine === undefined) return { kind: 'create', path, next };
  // Generated files are never merged.
  const others = folded.filter(([, to]) => to === path).map(([other]) => other);
  const isWhole = isGenerated(path) || ![from, ...others].some(isEdited);
  if (from !== path)
    return { kind: 'move', path, from, mine, next, ...(!isWhole && { edited: true }) };
  return { kind: isWhole ? 'update' : 'merge', path, mine, next };
}

/** An edit that crudgen makes in a file in place is only a merge if crudgen now renders the file differently, too. */
const asEdit = (change: Change, copies: Plan['base']): Change =>
  change.kind === 'merge' && !copies.has(change.path) ? { ...change, kind: 'update' } : change;

/** Whether a file keeps its name in another folder. */
const isNamesake = ([from, to]: readonly [string, string]): boolean =>
  fileName(from) === fileName(to);

/** Changes of the pristine copies made before the plan. */
function changedCopies(before: Tree, after: Tree): [string, string | null][] {
  if (before === after) return [];
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  return [...gone.map((path): [string, null] => [path, null]), ...changed];
}

/** The plan that makes some edits and nothing else. */
export const planEdits = (project: OpenProject, ...edits: readonly Edit[]): Plan =>
  rebasePlan(EMPTY_PLAN, project, workOn(project, edits));
