import type { EntityMetadata } from 'typeorm';
import type { ColumnSpec, Schema, Step, TableSchema } from './steps/schema.js';

/** An object of the live database with its SQL text, which SQLite's rebuilds work from. */
export interface LiveObject {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  /** The table that an index or trigger belongs to; its own name for the others. */
  readonly table: string;
  /** Null for indexes that a constraint created. */
  readonly sql: string | null;
}

/** The live schema, in the database's own terms. */
export interface LiveSchema {
  readonly tables: ReadonlyMap<string, LiveTable>;
}

export interface LiveTable {
  readonly columns: ReadonlyMap<string, LiveColumn>;
  /** Columns of full indexes (neither partial nor on expressions), including the primary key's. */
  readonly indexes: readonly { readonly unique: boolean; readonly columns: readonly string[] }[];
  readonly foreignKeys: readonly LiveForeignKey[];
}

export interface LiveColumn {
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** The values of a type that lists them, where the catalog tells them. */
  readonly values?: readonly string[];
}

export interface LiveForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  /** The columns of the other table, in the order of its own. */
  readonly references: readonly string[];
  readonly onDelete: string;
}

/** How queries of PostgreSQL's catalog name relations, and which they find; `pg_class` has a row for each. */
export interface Relations {
  /** The name of a relation as an SQL expression, by the alias of its row. */
  readonly name: (alias: string) => string;
  /** Whether the row `c` is that of a relation which the service may have to do with, as an SQL condition. */
  readonly found: string;
}

/** Queries of the live schema; see `readLiveSchema`. */
export interface Catalog {
  /** Rows of `table`, `column`, `type`, `nullable`, `hasDefault`, and `values` where the catalog tells those of a type. */
  readonly columns: string;
  /** Rows of `table`, `name`, `unique`, `column`, by name and position. */
  readonly indexes: string;
  /** Rows of `table`, `name`, `column`, `target`, `to` (a column of the target), `onDelete`, by name and position. */
  readonly foreignKeys: string;
  /** Rows of `table`, one for each that has triggers of the developer's. */
  readonly triggers: string;
  /** What further queries of a catalog with schemas go by; absent on SQLite. */
  readonly relations?: Relations;
  /** The type that `columns` returns for a column that a step created. */
  typeOf(spec: ColumnSpec): string;
  /** Whether a type of a column, as `columns` returns it, has the values of `wanted`, which is one of `typeOf`. */
  holds(type: string, wanted: string): boolean;
  /** The table of an entity, as others may have declared it: what they have differently in `live`, and the entity can do with, is no drift. */
  asDeclared?(needed: TableSchema, live: LiveTable, entity: EntityMetadata): TableSchema;
}

/** How a database changes and describes its schema. */
export interface SchemaDialect {
  /** The steps of one migration in the form that suits this database best. */
  arrangeSteps(steps: readonly Step[]): readonly Step[];
  readonly catalog: Catalog;
  /** The query for the `LiveObject`s that `compileStep` works from; null where it needs none. */
  readonly liveObjects: ((catalog: Catalog) => string) | null;
  /** The statements of a migration step, given the schema before it and the live objects. */
  compileStep(step: Step, before: Schema, live: readonly LiveObject[]): readonly string[];
  /** A condition: the text can be converted to the type of a column, as the step `changeColumn` does. */
  fits(text: string, to: ColumnSpec): string;
  /** The value of a column, by its quoted name, as the step `changeColumn` converts it. */
  converted(column: string, from: ColumnSpec, to: ColumnSpec): string;
}
