/** What a field is in the API; the same words as in crudgen's field grammar. */
export type FieldType =
  | 'string'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'uuid'
  | 'json'
  | 'enum';

export type FieldDefault =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'now' }
  | { readonly kind: 'today' }
  /** SQL of the developer's own, which only the database can evaluate. */
  | { readonly kind: 'database' };

/** One column of a model as the engine sees it, read once at start from TypeORM's metadata and `@Field`. */
export interface ColumnInfo {
  /** The key in JSON, in queries and in rules: the entity's property. */
  readonly name: string;
  /** The column in the database. */
  readonly column: string;
  readonly type: FieldType;
  /** `id` and timestamps are written by the service alone; `hidden` (TypeORM's `select: false`) is never visible. */
  readonly role: 'id' | 'created' | 'updated' | 'deleted' | 'version' | 'data' | 'hidden';
  readonly nullable: boolean;
  readonly default: FieldDefault | null;
  readonly values: readonly string[];
  readonly enforce: boolean;
  /** Code points of a string, value of a number. */
  readonly min: number | null;
  readonly max: number | null;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly format: 'email' | 'url' | null;
  /** What a text must have somewhere, as RE2 and JavaScript read it. */
  readonly pattern: string | null;
  /** How `contains` finds rows: by looking at all, or by an index that the model asks for and the database has, or lacks. */
  readonly search: 'all-rows' | 'index' | 'no-index';
  /** The field that a hidden column is made from; what is wrong with the column is told of that field. */
  readonly standsFor: string | null;
  /** The model (class name) that a foreign key points to and the relation property that carries it. */
  readonly reference: { readonly model: string; readonly relation: string } | null;
  /** A developer's TypeORM transformer, applied on the way in and out; null for none and for our own. */
  readonly transformer: {
    readonly to: (value: unknown) => unknown;
    readonly from: (value: unknown) => unknown;
  } | null;
}

/** Columns whose values are text of their own, where an empty parameter is an empty text and not null. */
export const isText = ({ type }: ColumnInfo): boolean =>
  type === 'string' || type === 'text' || type === 'enum';

/** A field that no column holds: `computed` ones are only read, `virtual` ones only written (a password). */
export interface ExtraInfo {
  readonly name: string;
  readonly type: FieldType;
  readonly compute: ((row: Record<string, unknown>) => unknown) | null;
  readonly required: boolean;
  /** Code points, of a `virtual` text. */
  readonly min: number | null;
  readonly max: number | null;
}
