import type { QueryDialect } from '../database/query-dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { FieldProblem } from '../problem/problem.js';
import type { Values } from './hooks.js';
import type { RowKey } from './row-key.js';

/** How statements have a field whose values are ids, in the columns of a table that make up these ids. */
export type NamesRows = Pick<
  RowKey,
  'id' | 'json' | 'text' | 'columns' | 'row' | 'is' | 'among' | 'valueIn'
>;

/** A reference to records whose keys have several columns: one field in JSON, and several columns in the table. */
export interface ComposedReference extends NamesRows {
  readonly column: ColumnInfo;
  /** Its columns in the order of the key to which they lead. */
  readonly parts: readonly ColumnInfo[];
  /** A condition for rows that refer to nothing. */
  isNull(dialect: QueryDialect): string;
}

/** A payload with what the ids in it say of the columns of their references. */
export interface SpreadPayload {
  readonly payload: Readonly<Values>;
  /** The ids that were sent, by the names of their references. */
  readonly ids: Readonly<Values>;
  readonly problems: readonly FieldProblem[];
  /** Columns of which nothing more is to be said, as their reference has a problem. */
  readonly told: ReadonlySet<string>;
}

/** The references of a model that are made of several columns. */
export interface ComposedReferences {
  readonly byName: ReadonlyMap<string, ComposedReference>;
  /** `isOpen`: whether what is sent of a field counts. */
  spread(
    payload: Readonly<Values>,
    mode: 'create' | 'replace' | 'update',
    isOpen: (name: string) => boolean,
  ): SpreadPayload;
}
