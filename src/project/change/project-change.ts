import type { App, Field, Model } from '../../model/model.js';
import type { OnRemoved } from '../../plan/plan-file.js';
import type { Problem } from '../../problem.js';
import type { Schema } from '../../schema/engine/schema.js';
import type { Renames } from '../../schema/rename-schema.js';
import type { Tree } from '../../tree.js';
import type { LayoutMove } from '../history/layouts/layout-move.js';
import type { OpenProject } from '../open/open-project.js';
import type { SyncedState } from '../open/read-synced-state.js';
import type { RenamedMembers } from './rename-members.js';
import type { Edit } from './workspace.js';

/** The options of every change of a project. */
interface AnyChange {
  /** The model from now on. */
  readonly after: App;
  /** Edits of the developer's own files, such as `config/search.json`. */
  readonly edits?: readonly Edit[];
  /** The fate of files that crudgen no longer generates. */
  readonly removed?: OnRemoved;
  /** The house style from now on, by the paths that templates have in crudgen; by default as it was applied last. */
  readonly style?: Tree;
}

/** A person's decisions about data. */
export interface Told {
  /** New names of tables and columns. */
  readonly renames?: Renames | undefined;
  /** Values of new required columns in existing rows, by `table.column`. */
  readonly backfills?: ReadonlyMap<string, unknown> | undefined;
}

/** Names that members of a model lose. */
export interface OldName {
  readonly model: Model;
  readonly names: readonly string[];
}

/** The members that a field has in its class. */
export const fieldMembers = ({ name, reference }: Field): string[] => [
  ...new Set([name, ...(reference === null ? [] : [reference.relation])]),
];

/** A command changes the model: it starts from the code. */
export interface ModelChange extends AnyChange, Told {
  readonly mode: 'change';
  /** The tables as the migrations create them, where that differs from the entities. */
  readonly schema?: Schema;
  /** A renamed model before and after, with its files. */
  readonly renamed?: readonly [Model, Model];
  /** Renamed properties of a model. */
  readonly members?: RenamedMembers;
  /** Removed names of members, to look for in the developer's own code. */
  readonly oldNames?: readonly OldName[];
  readonly warnings?: readonly Problem[];
  /** There where others have changed the database and the models follow it. */
  readonly pulled?: PulledChange;
  /** The features of others from now on, by the paths that features have in crudgen; by default those that are there. */
  readonly installed?: Tree;
}

/** A change that follows a database. */
export interface PulledChange {
  /** The new file of the database as it was read; null where that stays as it is. */
  readonly file: string | null;
}

/** The developer has edited entities: what follows from them is brought along. */
export interface SyncChange extends AnyChange, Told {
  readonly mode: 'sync';
  /** The state that kept copies and migrations were made from. */
  readonly known: SyncedState;
}

/** The project is brought to what this crudgen writes. */
export interface UpgradeChange extends AnyChange {
  readonly mode: 'upgrade';
  /** What kept copies and migrations were made from; where that is not asked, the model in the code. */
  readonly known?: SyncedState;
  /** The kept copies to merge from, where some files are the developer's own from now on. */
  readonly base?: Tree;
  /** The layout changes that are applied; all by default. */
  readonly layouts?: readonly LayoutMove[];
}

/** A change of a project. */
export type ProjectChange = ModelChange | SyncChange | UpgradeChange;

/** The decisions about data that come with a change; an upgrade changes none. */
export const toldWith = (change: ProjectChange): Told => (change.mode === 'upgrade' ? {} : change);

/** The features of others from now on. */
export const installedAfter = ({ installed }: OpenProject, change: ProjectChange): Tree =>
  (change.mode === 'change' ? change.installed : undefined) ?? installed;

/** The house style from now on. */
export const styleAfter = ({ applied }: OpenProject, { style = applied }: ProjectChange): Tree =>
  style;
