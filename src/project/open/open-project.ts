import { type BaseStore, writersOf } from '../../disk/base-store.js';
import { CORE } from '../../disk/packs.js';
import { type OnDisk, readOnDisk } from '../../disk/open-project.js';
import type { App } from '../../model/model.js';
import type { Problem } from '../../problem.js';
import type { Tree } from '../../tree.js';
import type { Settings } from '../../code/read-settings.js';
import type { UnreadFiles } from '../../code/unread-files.js';
import type { Adoption } from './adopt-project.js';
import { missingAccess } from './missing-access.js';
import { mergeGitConflicts } from './git-conflicts.js';
import { withoutStyle } from './house-style.js';
import { withoutInstalled } from './installed-features.js';
import type { Remade } from './lost-packs.js';

/** A project on disk, and what its code defines. */
export interface OpenProject {
  readonly root: string;
  readonly app: App;
  /** The files that commands work on: those on disk, with git's conflicts merged where structure allows it. */
  readonly mine: Tree;
  readonly onDisk: Tree;
  /** Paths that git could not merge. */
  readonly merging: ReadonlySet<string>;
  /** The pristine copies. */
  readonly base: Tree;
  /** Its house style as it was applied last: templates by the paths that they have in crudgen. */
  readonly applied: Tree;
  /** Its features of others, in the same way. */
  readonly installed: Tree;
  /** The version of crudgen that wrote a copy, by path, if it is not the version of the project. */
  readonly writtenBy: ReadonlyMap<string, string>;
  /** Whether there are none on disk and these were made in their place: written with the next change. */
  readonly isAdopted: boolean;
  /** Copies repaired after git left markers in them: written with the next change. */
  readonly repaired: Tree;
  /** Copies in place of those in lost packs: written with the next change. */
  readonly remade: Tree;
  readonly settings: Settings;
  readonly exported: ReadonlyMap<string, string>;
  /** Files that cannot be parsed: a plan leaves them out, and only commands that write nothing go on. */
  readonly unreadFiles: ReadonlySet<string>;
  /** The fields in code that cannot be read, by table. */
  readonly unreadFields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads a project and returns its problems; what an interrupted command left is rolled back first. */
export async function openProject(
  root: string,
): Promise<{ readonly project: OpenProject; readonly problems: readonly Problem[] }> {
  const disk = await readOnDisk(root);
  const merge = await mergeGitConflicts(root, disk.mine, disk.repaired);
  const mine = new Map([...disk.mine, ...merge.settled]);
  const adoption = disk.base.size > 0 ? null : await adopt(mine, disk.unread);
  const copies = new Map([...(adoption?.base ?? disk.base), ...merge.base]);
  const { base: files, installed } = withoutInstalled(copies);
  const { base: kept, applied } = withoutStyle(files);
  const { readProject } = await import('../../code/read-project.js');
  const read = readProject(mine, { base: kept, unread: disk.unread });
  const remade = adoption === null ? await remake(disk, { ...read, base: kept, mine }) : NO_REMADE;
  const base = new Map([...kept, ...remade.copies]);
  const { app, settings, exported, unreadFiles, unreadFields } = read;
  const project = {
    root,
    mine,
    ...{ base, applied, installed },
    writtenBy: writersOf(disk.store),
    isAdopted: adoption !== null && base.size > 0,
    repaired: new Map([...disk.repaired, ...merge.base]),
    remade: remade.copies,
    merging: merge.paths,
    onDisk: disk.mine,
    ...{ app, settings, exported, unreadFiles, unreadFields },
  };
  const lost = [...(adoption?.problems ?? []), ...remade.problems];
  const problems = [...disk.problems, ...lost, ...read.problems, ...missingAccess(project, read)];
  return { project, problems };
}

/** Adopts a project without kept copies; most have some, and need not load what this takes. */
async function adopt(mine: Tree, unread: UnreadFiles): Promise<Adoption> {
  const { adoptProject } = await import('./adopt-project.js');
  return adoptProject(mine, unread);
}

const NO_REMADE: Remade = { copies: new Map(), problems: [] };

/** Makes lost packs again; whether there are any shows without loading what that takes. */
async function remake(
  { store }: OnDisk,
  project: Pick<OpenProject, 'app' | 'base' | 'mine' | 'settings'>,
): Promise<Remade> {
  if (!mayLackPacks(store, project.settings)) return NO_REMADE;
  const { remakePacks } = await import('./lost-packs.js');
  return remakePacks({ store, ...project });
}

/** Whether packs may be missing: every project has that of the core, and one of each of its features. */
function mayLackPacks({ packs, damaged }: BaseStore, { features }: Settings): boolean {
  const there = new Set([...packs.values()].map(({ name }) => name));
  return damaged.length > 0 || ![CORE, ...features].every((name) => there.has(name));
}
