import type { Field, JoinNames, Model, NoOverlap, Reference, RowRules } from '../model/model.js';

/** A model with its fields, read from the code. Its keys are in snake case, like those of spec files. */
export interface ModelJson extends Omit<
  Model,
  'fields' | 'login' | 'rows' | 'readOnly' | 'rowNumber' | 'sqlIndexes' | 'noOverlap' | 'searchBy'
> {
  /** Whether the service only reads its rows, which a view has, or other programs write; absent if it writes them. */
  readonly read_only?: true;
  /** The primary key where another column has the ids; absent where the key has them. */
  readonly row_number?: Model['rowNumber'];
  /** Indexes that groups of fields cannot say, by name; absent if there are none. */
  readonly sql_indexes?: Model['sqlIndexes'];
  /** The fields of other records by which rows are searched, such as `customer.last_name`; absent if there are none. */
  readonly search_by?: readonly string[];
  /** The fields of periods that do not overlap; absent if records have none. */
  readonly no_overlap?: PeriodsJson;
  /** The fields. */
  readonly fields: readonly FieldJson[];
  /** The built-in fields of `User` or `Tenant`, if they differ from those of other projects. */
  readonly login?: readonly FieldJson[];
  /** The fields of the row rules. */
  readonly rows: RowsJson;
}

/** Periods that do not overlap, as programs read them. */
interface PeriodsJson extends Omit<NoOverlap, 'fields'> {
  /** The fields with the beginning and the end of the period. */
  readonly fields: readonly string[];
}

/** The row rules as programs read them. */
interface RowsJson extends Omit<RowRules, 'byRole'> {
  /** Rules for some roles only; absent if there are none. */
  readonly by_role?: RowRules['byRole'];
}

/** A field as programs read it. */
export interface FieldJson extends Omit<
  Field,
  'uniqueGlobal' | 'patternMessage' | 'itemLength' | 'showIf' | 'reference'
> {
  /** Whether the value is unique over all tenants. */
  readonly unique_global: boolean;
  /** The message if a text does not match. */
  readonly pattern_message: string | null;
  /** The maximum length of each string in a list; null for that of every string, and for other items. */
  readonly item_length: number | null;
  /** What another field must have for forms to show the field; null where they always do. */
  readonly show_if: ShownJson | null;
  /** The reference of a ref or refs. */
  readonly reference: ReferenceJson | null;
}

/** A condition on another field. */
interface ShownJson {
  /** The other field. */
  readonly field: string;
  /** The values that meet the condition; null if each but false does. */
  readonly values: readonly string[] | null;
}

/** A reference as programs read it. */
export interface ReferenceJson extends Omit<Reference, 'onDelete' | 'join'> {
  /** The effect on the row when the other row is deleted. */
  readonly on_delete: Reference['onDelete'];
  /** The join table of a refs, if the code chooses its names. */
  readonly join?: JoinJson;
}

/** A join table as programs read it. */
interface JoinJson {
  /** The table. */
  readonly table?: string | undefined;
  /** The column that refers to this model. */
  readonly own_column?: string | undefined;
  /** The column that refers to the other model. */
  readonly other_column?: string | undefined;
}

export const modelJson = ({
  fields,
  login,
  rows: { byRole, ...rows },
  readOnly,
  rowNumber,
  sqlIndexes,
  noOverlap,
  searchBy,
  ...model
}: Model): ModelJson => ({
  ...model,
  ...(readOnly && { read_only: readOnly }),
  ...(rowNumber && { row_number: rowNumber }),
  ...(sqlIndexes && { sql_indexes: sqlIndexes }),
  ...(noOverlap && { no_overlap: noOverlap }),
  ...(searchBy && { search_by: searchBy }),
  rows: { ...rows, ...(byRole && { by_role: byRole }) },
  fields: fields.map(fieldJson),
  ...(login && { login: login.map(fieldJson) }),
});

const fieldJson = ({
  uniqueGlobal,
  patternMessage,
  itemLength,
  showIf,
  reference,
  ...field
}: Field): FieldJson => ({
  ...field,
  unique_global: uniqueGlobal,
  pattern_message: patternMessage,
  item_length: itemLength,
  show_if: showIf,
  reference: reference && referenceJson(reference),
});

const referenceJson = ({ onDelete, join, ...reference }: Reference): ReferenceJson => ({
  ...reference,
  on_delete: onDelete,
  ...(join && { join: joinJson(join) }),
});

const joinJson = ({ table, ownColumn, otherColumn }: Partial<JoinNames>): JoinJson => ({
  table,
  own_column: ownColumn,
  other_column: otherColumn,
});
