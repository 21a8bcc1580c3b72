import type { ObjectLiteral } from 'typeorm';
import type { AccessRules, Action } from './access-rules.js';
import type { ColumnInfo, ExtraInfo } from '../fields/column-info.js';
import type { ModelRules } from '../rules/index.js';
import type { ComposedReferences } from './composed-references.js';
import type { ModelHooks } from './hooks.js';
import type { RowKey } from './row-key.js';
import type { Where } from './where.js';

/** A many-to-many field: an array of keys of the other model in JSON, a join table in the database. */
export interface LinkInfo {
  readonly name: string;
  readonly model: string;
  readonly table: string;
  /** The join table's columns for this side and the other. */
  readonly ownColumn: string;
  readonly otherColumn: string;
  /** The field of the other model that is in the array: `id`, or a unique one such as a role's `name`. */
  readonly key: string;
}

/** A `@OneToMany` of the entity: rows of another model whose foreign key `field` refers to this one. */
export interface ChildrenInfo {
  readonly name: string;
  readonly model: string;
  readonly field: string;
  /** Whether they are its lines, which are written with it: `@Field({ lines: true })`. */
  readonly isLines: boolean;
}

/** The relations of a model whose records are its lines. */
export const linesOf = ({ children }: Pick<ModelInfo, 'children'>): readonly ChildrenInfo[] =>
  children.filter(({ isLines }) => isLines);

/** The record to which a line belongs. */
export interface LineParent {
  readonly model: string;
  /** The foreign key of the line. */
  readonly field: string;
}

/** A field of any model that refers to this one, and what happens to its row when the referenced row is deleted. */
export interface Referrer {
  readonly model: string;
  readonly field: string;
  /** The field of this model whose values it has. */
  readonly key: string;
  /** `UNLINK`, for a many-to-many field: the row stays and loses the link. */
  readonly onDelete: 'SET NULL' | 'CASCADE' | 'RESTRICT' | 'UNLINK';
}

/** Fields by which rows are found; of a unique index one at most. */
export interface IndexInfo {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

export type LabelRule =
  | { readonly kind: 'template'; readonly template: string }
  | { readonly kind: 'function'; readonly label: (row: Record<string, unknown>) => string };

/** The records of a model that stay as they are: `status=paid`, but for some roles. */
export interface FrozenOption {
  readonly when: string;
  readonly except?: readonly string[];
}

/** A model as the engine sees it. Built once at start; immutable. */
export interface ModelInfo {
  /** The class name, which is also its name in `config/search.json`. */
  readonly name: string;
  readonly entity: new () => ObjectLiteral;
  readonly table: string;
  /** The URL prefix without its slash. */
  readonly prefix: string;
  readonly columns: readonly ColumnInfo[];
  /** The columns that its table has: all of them, unless the `id` or a reference is made of others. */
  readonly stored: readonly ColumnInfo[];
  /** The fields that are too large for many records, so that responses have them where they are asked for; absent without any. */
  readonly unlisted?: readonly string[];
  /** The primary key, which is `id` in the API; of rows without one, a column that no table has. */
  readonly key: ColumnInfo;
  /** The columns of the primary key: `key`, unless that is made of others. */
  readonly keyColumns: readonly ColumnInfo[];
  readonly rowKey: RowKey;
  /** The primary key beside the `id`, which the database counts: statements sort by it, and its reader may not see it; absent without one. */
  readonly rowNumber?: ColumnInfo;
  /** Its references that are made of several columns; absent without any. */
  readonly composed?: ComposedReferences;
  readonly links: readonly LinkInfo[];
  readonly children: readonly ChildrenInfo[];
  /** Models with a one-to-one relation to this one, which they hold. */
  readonly ones?: readonly ChildrenInfo[];
  /** Where its records are the lines of others: each change of one is a change of its parent. */
  readonly lineParent: LineParent | null;
  readonly extras: readonly ExtraInfo[];
  readonly column: ReadonlyMap<string, ColumnInfo>;
  readonly label: LabelRule;
  /** A sentence about its records; absent without one. */
  readonly about?: string | undefined;
  /** Which of its records stay as they are; absent where all may change. */
  readonly frozen?: FrozenOption;
  /** What features say of writes of its fields, a sentence each; absent without any. */
  readonly notes?: ReadonlyMap<string, string>;
  /** What can be done with its records, whoever may: all actions, unless they are only read. */
  readonly actions: readonly Action[];
  readonly access: AccessRules;
  readonly hooks: ModelHooks;
  /** Rules between its fields; null without any. */
  readonly rules: ModelRules | null;
  /** The rows that exist: all rows but the soft-deleted. */
  readonly exists: Where;
  /** Groups of columns that are unique together, with the name of their index or constraint. */
  readonly uniques: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /**
   * The fields of each index in its order, without the indexes of some rows alone, and with that of the key unless it is the row id. A
   * key of one column is called `id`.
   */
  readonly indexes: readonly IndexInfo[];
  /** Whether its rows may be found by no index, not even by their key, as those of a view. */
  readonly isUnindexed?: true;
  /** Whether its rows have no key, so that none has an `id`, as those of some views; `keyColumns` is empty then. */
  readonly isKeyless?: true;
  readonly referrers: readonly Referrer[];
}
