import type { Values } from '../../model/hooks.js';
import type { Increment } from '../../model/increment.js';
import type { Scalar } from '../../model/where.js';
import type { FieldProblem } from '../../problem/problem.js';

/** How a payload is read: `replace` sets what is absent too, `update` only what is present. */
export type WriteMode = 'create' | 'replace' | 'update';

/** What a write will set, and everything that is wrong with it; ready for the database except for its references. */
export interface Draft {
  /** By column name, in stored form. */
  readonly columns: Readonly<Values>;
  /** By many-to-many field, keys of the other model. */
  readonly links: Readonly<Record<string, readonly Scalar[]>>;
  /** Write-only fields without a column. */
  readonly virtual: Readonly<Values>;
  /** By column name, what an update adds to the value that is there. */
  readonly increments?: ReadonlyMap<string, Increment> | undefined;
  /** Fields that the project's own code has set: what they refer to need not be visible to the writer. */
  readonly byCode?: ReadonlySet<string>;
  /** Keys that such code has added to those the writer sent, by many-to-many field. */
  readonly keysByCode?: Readonly<Record<string, readonly Scalar[]>>;
  readonly problems: readonly FieldProblem[];
}

/** Is there nothing to write? */
export const isEmpty = ({ columns, links }: Draft): boolean =>
  Object.keys(columns).length === 0 && Object.keys(links).length === 0;

/** Whether a draft depends on the values that are there. */
export const hasIncrements = ({ increments }: Draft): boolean =>
  increments !== undefined && increments.size > 0;
