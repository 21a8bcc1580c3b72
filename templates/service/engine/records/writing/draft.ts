import type { RecordId } from '../../fields/record-id.js';
import type { Grant } from '../../model/access-rules.js';
import type { Values } from '../../model/hooks.js';
import type { Increment } from '../../model/increment.js';
import type { ChildrenInfo } from '../../model/model-info.js';
import type { Scalar } from '../../model/where.js';
import type { FieldProblem } from '../../problem/problem.js';

/** How a payload is read: `replace` sets what is absent too, `update` only what is present. */
export type WriteMode = 'create' | 'replace' | 'update';

/** What a write will set, and everything that is wrong with it; ready for the database except for its references. */
export interface Draft {
  /** The values by column name, in stored form. */
  readonly columns: Readonly<Values>;
  /** The keys of the other model, by many-to-many field. */
  readonly links: Readonly<Record<string, readonly Scalar[]>>;
  /** Write-only fields without a column. */
  readonly virtual: Readonly<Values>;
  /** The key that was sent with a change, by its name: it must be that of the record. */
  readonly sentKey?: Readonly<Values> | undefined;
  /** The amounts that an update adds to present values, by column name. */
  readonly increments?: ReadonlyMap<string, Increment> | undefined;
  /** Columns of a new row that the service has filled in, since nobody has set them. */
  readonly unsent?: ReadonlySet<string>;
  /** Fields that the project's own code has set: what they refer to need not be visible to the writer. */
  readonly byCode?: ReadonlySet<string>;
  /** Keys that such code has added to those the writer sent, by many-to-many field. */
  readonly keysByCode?: Readonly<Record<string, readonly Scalar[]>>;
  /** Only the place of a line among others changes: the service's doing, which the rules of the model need not look at. */
  readonly isMove?: boolean;
  /** Values of the row that it has let go of, as another row of the request is to have them. */
  readonly aside?: Readonly<Values> | undefined;
  /** The lines that are written with the record, by relation. */
  readonly lines?: readonly DraftLines[] | undefined;
  readonly problems: readonly FieldProblem[];
}

/** Lines of a record as they were sent. */
export interface DraftLines {
  readonly relation: ChildrenInfo;
  /** Whether they are all that the writer sees: others of those are removed. */
  readonly isWhole: boolean;
  /** The items in the order in which they were sent; `index` is the position there. */
  readonly items: readonly LineItem[];
}

/** One line: a change where it has an id, else a new record. */
export interface LineItem {
  readonly index: number;
  readonly id: RecordId | null;
  /** What is done with it; `keep` gives it no more than its place. */
  readonly action: 'create' | 'edit' | 'delete' | 'keep';
  readonly mode: WriteMode;
  readonly draft: Draft;
  /** By which it is written, or found where it is kept. */
  readonly grant: Grant;
}

/** What sets nothing. */
export const NOTHING: Draft = { columns: {}, links: {}, virtual: {}, problems: [] };

/** Does it leave the record's own row and links as they are? */
export const isEmpty = ({ columns, links }: Draft): boolean =>
  Object.keys(columns).length === 0 && Object.keys(links).length === 0;

/** Whether lines are written with the record. */
export const hasLines = ({ lines }: Draft): boolean => lines !== undefined && lines.length > 0;

/** Whether a draft depends on the values that are there. */
export const hasIncrements = ({ increments }: Draft): boolean =>
  increments !== undefined && increments.size > 0;

/** What changes of a row; `at` which time, where that must not be now. */
export interface RowChange {
  readonly id: RecordId;
  readonly draft: Readonly<Values>;
  readonly at?: string | undefined;
}
