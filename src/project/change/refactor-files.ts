import { underKept } from '../../plan/plan-changes.js';
import { findRefactoring } from '../../refactor/refactor.js';
import type { Tree } from '../../tree.js';
import { goneAt } from '../history/gone-declarations.js';
import { changedSince } from '../history/layout-moves.js';
import type { OpenProject } from '../open/open-project.js';
import { moveFiles } from './move-files.js';
import type { ProjectChange, UpgradeChange } from './project-change.js';
import { renameMembersIn } from './rename-members.js';
import { renameModelFiles } from './rename-model.js';
import type { Refactored, Workspace } from './workspace.js';

/** The renders of the model before and after a change. */
export interface BothRenders {
  readonly before: Tree;
  readonly after: Tree;
}

/** Moves and renames the files of a command: for a newer layout, a renamed property or a renamed model. */
export function refactorFiles(
  project: OpenProject,
  change: ProjectChange,
  work: Workspace,
  renders: BothRenders,
): Refactored {
  if (change.mode === 'upgrade') return followLayout(project, change, work, renders);
  const { exported } = project;
  const before = underKept(work.base, renders.before);
  const files = { ...work, before, exported, ...NOTHING_MOVED };
  if (change.mode === 'sync') return files;
  const { members, renamed, renames } = change;
  if (members !== undefined) return renameMembersIn(files, members);
  if (renamed === undefined) return files;
  const tables = new Map(Object.entries(renames?.tables ?? {}));
  const found = findRefactoring(work.base, renders.before, renders.after, tables);
  return renameModelFiles(project, files, { ...found, after: renders.after }, renamed);
}

const NOTHING_MOVED = { moved: new Map(), gone: new Map(), renamed: new Map() };

/** The files in the layout of this version. */
function followLayout(
  { base, exported, settings }: OpenProject,
  change: UpgradeChange,
  work: Workspace,
  { before, after }: BothRenders,
): Refactored {
  const layout = changedSince(settings.version, base.keys(), change.layouts);
  const files = moveFiles({ ...work, base: change.base ?? base }, layout, after);
  const names = { moved: layout.moves, gone: goneAt(layout), renamed: new Map() };
  return { ...files, before: underKept(files.base, before), exported, ...names };
}
