import type { ColumnSpec, Schema, Step } from './steps/schema.js';

/** An object of the live database with its SQL text, which SQLite's rebuilds work from. */
export interface LiveObject {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  /** The table that an index or trigger belongs to; its own name for the others. */
  readonly table: string;
  /** Null for indexes that a constraint created. */
  readonly sql: string | null;
}

/** Queries of the live schema; see `readLiveSchema`. */
export interface Catalog {
  /** Rows of `table`, `column`, `type`, `nullable`, `hasDefault`. */
  readonly columns: string;
  /** Rows of `table`, `name`, `unique`, `column`, by name and position. */
  readonly indexes: string;
  /** Rows of `table`, `column`, `target`, `to` (a column of the target), `onDelete`. */
  readonly foreignKeys: string;
  /** Rows of `table`, one for each that has triggers of the developer's. */
  readonly triggers: string;
  /** The type that `columns` returns for a column that a step created. */
  typeOf(spec: ColumnSpec): string;
  /** Whether a type of a column, as `columns` returns it, has the values of `wanted`, which is one of `typeOf`. */
  holds(type: string, wanted: string): boolean;
}

/** How a database changes and describes its schema. */
export interface SchemaDialect {
  /** The steps of one migration in the form that suits this database best. */
  arrangeSteps(steps: readonly Step[]): readonly Step[];
  readonly catalog: Catalog;
  /** The query for the `LiveObject`s that `compileStep` works from; null where it needs none. */
  readonly liveObjects: string | null;
  /** The statements of a migration step, given the schema before it and the live objects. */
  compileStep(step: Step, before: Schema, live: readonly LiveObject[]): readonly string[];
  /** A condition: the text can be converted to the type of a column, as the step `changeColumn` does. */
  fits(text: string, to: ColumnSpec): string;
  /** The value of a column, by its quoted name, as the step `changeColumn` converts it. */
  converted(column: string, from: ColumnSpec, to: ColumnSpec): string;
}
