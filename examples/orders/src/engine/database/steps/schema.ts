/** The database as the migration steps leave it; plain data, in names of tables and columns. */
export interface Schema {
  readonly tables: Readonly<Record<string, TableSchema>>;
}

export interface TableSchema {
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** Columns of the primary key; `['id']` but for join tables. */
  readonly primaryKey: readonly string[];
  readonly uniques: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKeySpec[];
}

/** A column in words that every dialect translates; the types are those of the field grammar plus `id`. */
export interface ColumnSpec {
  readonly type:
    | 'id'
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
    | 'json';
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
  /** A JSON value, or the moment of the insert. */
  readonly default?: unknown | { readonly sql: 'now' | 'today' };
}

export interface ForeignKeySpec {
  readonly column: string;
  readonly table: string;
  readonly onDelete: 'set null' | 'restrict' | 'cascade';
}
