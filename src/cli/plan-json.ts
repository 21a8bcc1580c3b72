import type { PulledJson } from './pulled-json.js';
import type { MergedJson } from './show-merged.js';
import type { Integer } from '../integer.js';
import { diffLines } from '../plan/diff-lines.js';
import { movedTo } from '../plan/conflict-kinds.js';
import type { Change, Place, PlaceConflict, Plan } from '../plan/plan.js';
import type { Statements } from '../project/open/read-sql.js';
import type { Loss } from '../schema/losses.js';

/** The plan of a command that changes files, whether it was written, only shown (--dry-run) or stopped. */
export interface PlanJson {
  /** Whether the files were written. */
  readonly written: boolean;
  /** The files that change. */
  readonly changes: readonly ChangeJson[];
  /** Places that both you and crudgen changed; crudgen writes nothing until --on-conflict decides. */
  readonly conflicts: readonly ConflictJson[];
  /** Files that block the plan. */
  readonly refused: readonly RefusedJson[];
  /** Files that you deleted, which crudgen does not write again. */
  readonly stay_deleted: readonly string[];
  /** Data that the migration would lose; crudgen only writes this migration with --drop-data. */
  readonly losses: readonly LossJson[];
  /** Commands to run next, or what to do next; empty if nothing changes. */
  readonly next: readonly string[];
  /** What was set up besides the plan: the git merge driver in a new clone; absent if nothing was. */
  readonly mended?: readonly string[];
  /** With --sql, the statements of the migration by database; null if crudgen cannot show them. */
  readonly sql?: Statements | null;
}

/** The plan, the folder of the project, and commands that failed after the files were written. */
export interface InitJson extends PlanJson {
  /** The folder of the project. */
  readonly root: string;
  /** Commands that failed. */
  readonly failed: readonly string[];
}

/** What was read of a database, with the plan of a project, or with --spec-only of the spec alone. */
export interface PullJson extends PlanJson, Partial<Pick<InitJson, 'root' | 'failed'>> {
  /** What the database has, and what became of it; in a project, `merged` has what has changed. */
  readonly pulled?: PulledJson;
  /** With --spec-only, the text of the spec. */
  readonly spec?: string;
  /** In a project: what has changed in its database since the last pull. */
  readonly merged?: MergedJson;
}

/** The plan, and the command that it undoes. */
export interface UndoJson extends PlanJson {
  /** The command line that is undone. */
  readonly undoes: string;
}

/** The keys that commands add to the result of a plan. */
export type AddedJson = Pick<PlanJson, 'sql'> &
  Partial<
    Pick<InitJson, 'root' | 'failed'> &
      Pick<UndoJson, 'undoes'> &
      Pick<PullJson, 'pulled' | 'merged'>
  >;

/** A file that changes. */
export interface ChangeJson {
  /** The kind of change. A merge keeps your edits; a move may also change the file. */
  readonly kind: Change['kind'];
  /** The file, relative to the project. */
  readonly path: string;
  /** For a move: the file before the move. */
  readonly from?: string;
  /** For a move: whether the file was edited by hand. */
  readonly edited?: boolean;
  /** The size of the file after the change. */
  readonly bytes: Integer;
  /** The number of lines. */
  readonly added: Integer;
  /** The number of lines. */
  readonly removed: Integer;
  /** With --contents, the text of a new file. */
  readonly content?: string;
  /** With --contents, the unified diff of a changed file. */
  readonly diff?: string;
}

/** A place that both you and crudgen changed. */
export interface ConflictJson extends Pick<
  Place,
  'path' | 'line' | 'yours' | 'crudgen' | 'was' | 'feature'
> {
  /** The file before the change, if it moves. */
  readonly from?: string;
  /** Files to which crudgen has moved the code of this place. */
  readonly now?: readonly string[];
}

/** A file that blocks a plan. */
export interface RefusedJson {
  /** The file. */
  readonly path: string;
  /**
   * `edited-generated`: the file is generated, and you have edited it; `edited-removed`: the file would be deleted, and you have
   * edited it; `own-removed`: the file is your own, in a folder that would be deleted.
   */
  readonly reason: 'edited-generated' | 'edited-removed' | 'own-removed';
}

/** Data that a migration would lose. */
export type LossJson = Pick<Loss, 'table' | 'column' | 'why'>;

/** The part of a result that is in the plan itself; with `contents` it has the text of changes. */
export const planJson = (
  plan: Plan,
  contents: boolean,
): Pick<PlanJson, 'changes' | 'conflicts' | 'refused' | 'stay_deleted'> => ({
  changes: plan.changes.map((change) => changeJson(change, contents)),
  conflicts: plan.conflicts.map(conflictJson),
  refused: plan.refused.map(({ path, kind }) => ({ path, reason: kind })),
  stay_deleted: plan.stayDeleted,
});

function changeJson(change: Change, contents: boolean): ChangeJson {
  const { kind, path } = change;
  const moved = kind === 'move' && { from: change.from, edited: change.edited === true };
  const next = kind === 'delete' ? '' : change.next;
  const { added, removed, diff } = differenceOf(change, next);
  return {
    ...{ kind, path, ...moved },
    ...{ bytes: Buffer.byteLength(next), added, removed },
    ...(contents && (kind === 'create' ? { content: next } : kind !== 'delete' && { diff })),
  };
}

/** The lines that a change adds and removes, and the text of the difference. */
function differenceOf(change: Change, next: string) {
  if (change.kind === 'create') return { added: countLines(next), removed: 0, diff: '' };
  if (change.kind === 'delete') return { added: 0, removed: countLines(change.mine), diff: '' };
  const lines = diffLines(change.mine, next);
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const texts = lines.map(({ kind, text }) => (kind === '@' ? text : kind + text));
  return { added: count('+'), removed: count('-'), diff: texts.join('\n') };
}

const countLines = (text: string): number =>
  text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;

function conflictJson(place: PlaceConflict): ConflictJson {
  const { path, from, line, yours, crudgen, was, feature } = place;
  const now = movedTo(place);
  return {
    ...(from !== null && from !== path && { from }),
    ...{ path, line, yours, crudgen, was },
    ...(feature !== undefined && { feature }),
    ...(now.length > 0 && { now }),
  };
}
