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
  | 'enum'
  | 'ref'
  | 'refs';

/** What filters, export, bulk edit, search and charts need to know of a field. */
export interface FieldFact {
  source: string;
  type: FieldType;
  /** Values to choose from; others are possible too unless the type is `enum`. */
  values?: readonly string[];
  /** The resource of a `ref` or `refs`. */
  reference?: string;
  /** The field by which a `refs` lists its records; their ids by default. */
  keyField?: string;
  /** The relation beside a `ref`, under which `_expand` adds the record. */
  relation?: string;
  required?: boolean;
}
