import type { Integer } from '../integer.js';
import type { Pulled } from '../pull/pull.js';

/** What a database has, and what became of it. */
export interface PulledJson {
  /** The database, without a password. */
  readonly source: string;
  /** The number of columns in the tables that became models. */
  readonly columns: Integer;
  /** The models with their tables. */
  readonly models: readonly PulledModelJson[];
  /** The tables that became no models. */
  readonly tables_left_out: readonly LeftOutJson[];
  /** The views, which become no models. */
  readonly views: readonly string[];
}

/** A table that became no model. */
export interface LeftOutJson {
  /** The table. */
  readonly table: string;
  /** The reason. */
  readonly why: string;
}

/** A model that was made of a table. */
export interface PulledModelJson {
  /** The class. */
  readonly name: string;
  /** The table. */
  readonly table: string;
  /** The fields. */
  readonly fields: readonly string[];
  /** What the table has and the model does not say. */
  readonly not_expressed: readonly string[];
}

/** What was pulled, for programs. */
export const pulledJson = ({ models, leftOut, views }: Pulled, source: string): PulledJson => ({
  source,
  columns: models.reduce((sum, { table }) => sum + table.columns.length, 0),
  models: models.map(({ name, table, fields, gaps }) => ({
    name,
    table: table.name,
    fields: fields.map((field) => field.name),
    not_expressed: gaps,
  })),
  tables_left_out: leftOut.map(({ name, why }) => ({ table: name, why })),
  views,
});
