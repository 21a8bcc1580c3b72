import type { AddedType } from './added-type.js';
import type { PlainType } from './plain-type.js';

/** The type of a field in the API; that of an `added` one is told by its column (`ColumnInfo.added`). */
export type FieldType = PlainType | 'added';

export type FieldDefault =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'now' }
  | { readonly kind: 'today' }
  /** SQL of the developer's, which only the database can evaluate. */
  | { readonly kind: 'database' };

/** One column of a model as the engine sees it, read once at start from TypeORM's metadata and `@Field`. */
export interface ColumnInfo {
  /** The key in JSON, queries and rules: the entity's property. */
  readonly name: string;
  /** The column in the database. */
  readonly column: string;
  readonly type: FieldType;
  /** How values of a type that a feature adds are read, stored and compared; of other types missing. */
  readonly added?: AddedType;
  /** Whether the database holds only integers of 16 bits in it, where the API has those of 32. */
  readonly isShort?: true;
  /**
   * `id`, timestamps, a `total` of lines and the number of a `series` are written by the service alone, a `generated` column by the
   * database; a `key` is a primary key that is written when a record is created, and never changed; `hidden` (TypeORM's
   * `select: false`) is never visible.
   */
  readonly role:
    | ('id' | 'key')
    | ('created' | 'updated' | 'deleted' | 'version' | 'total' | 'series' | 'generated')
    | ('data' | 'hidden');
  /** The function that makes the values of a `key`; without it the client gives them. */
  readonly makes?: () => unknown;
  readonly nullable: boolean;
  readonly default: FieldDefault | null;
  readonly values: readonly string[];
  readonly enforce: boolean;
  /** Code points of a text, or the value of a number. */
  readonly min: number | null;
  readonly max: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly format: 'email' | 'url' | null;
  /** A pattern that occurs somewhere in the text, in the syntax that RE2 and JavaScript share. */
  readonly pattern: string | null;
  /** The sentence in place of the pattern for a text that does not match it. */
  readonly patternMessage: string | null;
  /** The unit of a number: `EUR`, `km`, `%`. */
  readonly unit: string | null;
  /** A sentence for those who fill the field in; null without one. */
  readonly help: string | null;
  /** How `contains` finds rows: by a scan, or by an index that the model asks for and the database has, or lacks. */
  readonly search: 'all-rows' | 'index' | 'no-index';
  /** The field that a hidden column is derived from; problems with the column are reported for that field. */
  readonly derivedFrom: string | null;
  /** The formula of a `total`: `sum(items.amount)`. */
  readonly total?: string;
  /** The pattern of the numbers of a `series`: `INV-{year}-{0000}`. */
  readonly series?: string;
  /** The changes that the value may take, and its first values: `todo/doing`, `/todo`, `done/todo@Admin`. */
  readonly steps?: readonly string[];
  /** What forms fill it from: `part.price`, a relation and a field of the record to which that leads. */
  readonly from: string | null;
  readonly reference: Reference | null;
  /** The meaning of an item of a comma list in a query; the item itself unless given. */
  readonly listed?: (item: string) => string;
  /** A developer's TypeORM transformer, applied on the way in and out; null without one and for our own. */
  readonly transformer: {
    readonly to: (value: unknown) => unknown;
    readonly from: (value: unknown) => unknown;
  } | null;
}

/** The target of a foreign key. */
export interface Reference {
  /** The class name of the other model. */
  readonly model: string;
  /** The relation property that carries it. */
  readonly relation: string;
  /** The field of the other model whose values it has: `id`, or a unique one such as a country's `iso`. */
  readonly key: string;
}

/** Whether a column is the primary key, by its own name or as `id`. */
export const isKey = ({ role }: Pick<ColumnInfo, 'role'>): boolean =>
  role === 'id' || role === 'key';

/** Whether a column is a key that comes with a new record. */
export const isGivenKey = ({ role, makes }: Pick<ColumnInfo, 'role' | 'makes'>): boolean =>
  role === 'key' && !makes;

/** Whether a client gives the values of a column, as such or in the field that it is derived from. */
export const isGiven = (column: Pick<ColumnInfo, 'role' | 'makes'>): boolean =>
  column.role === 'data' || column.role === 'hidden' || isGivenKey(column);

/** The facts that determine how a column's values are read. */
export type TypeInfo = Pick<ColumnInfo, 'type' | 'added'>;

/** The facts that determine how a column's values are stored. */
export type ValueInfo = Pick<ColumnInfo, 'type' | 'added' | 'transformer'>;

/** Columns whose values are plain text, where an empty parameter is an empty text and not null. */
export const isText = ({ type }: Pick<ColumnInfo, 'type'>): boolean =>
  type === 'string' || type === 'text' || type === 'enum';

/** Columns that store an empty text as it is: it is neither an address nor a number, and for those it is null. */
export const keepsEmpty = (column: ColumnInfo): boolean => isText(column) && column.format === null;

/** Columns whose values can be added to. */
export const isNumber = ({ type }: Pick<ColumnInfo, 'type'>): boolean =>
  type === 'integer' || type === 'bigint' || type === 'float' || type === 'decimal';

/** A field without a column: `computed` ones are only read, `virtual` ones only written (a password). */
export interface ExtraInfo {
  readonly name: string;
  readonly type: PlainType;
  readonly compute: ((row: Record<string, unknown>) => unknown) | null;
  readonly required: boolean;
  /** Code points, of a `virtual` text. */
  readonly min: number | null;
  readonly max: number | null;
  /** The unit of a `computed` number. */
  readonly unit: string | null;
}
