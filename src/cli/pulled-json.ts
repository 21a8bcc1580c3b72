import type { Integer } from '../integer.js';
import type { LeftOut } from '../pull/choose-tables.js';
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
  /** The views that became no models. */
  readonly views_left_out: readonly LeftOutJson[];
  /** What could not be read: statements of a dump. */
  readonly skipped: readonly SkippedJson[];
}

/** A part of a file that could not be read. */
export interface SkippedJson {
  /** The file of a Prisma schema that has several; otherwise absent. */
  readonly file?: string;
  /** The line on which it begins. */
  readonly line: Integer;
  /** How it begins. */
  readonly text: string;
  /** The reason. */
  readonly why: string;
}

/** A table or view that became no model. */
export interface LeftOutJson {
  /** The table or view. */
  readonly table: string;
  /** The reason. */
  readonly why: string;
}

/** A model that was made of a table or view. */
export interface PulledModelJson {
  /** The class. */
  readonly name: string;
  /** The table. */
  readonly table: string;
  /** Whether the rows are only read, as those of a view or of a table without a key; absent if they are not. */
  readonly read_only?: true;
  /** The fields. */
  readonly fields: readonly string[];
  /** What the table has and the model does not say. */
  readonly not_expressed: readonly string[];
}

/** What was pulled, for programs. */
export const pulledJson = ({ models, leftOut, skipped }: Pulled, source: string): PulledJson => ({
  source,
  columns: models.reduce((sum, { table }) => sum + table.columns.length, 0),
  models: models.map(({ name, table, fields, gaps }) => ({
    name,
    table: table.name,
    ...(table.kind === 'view' && { read_only: true }),
    fields: fields.map((field) => field.name),
    not_expressed: gaps,
  })),
  tables_left_out: leftOut.filter(({ isView }) => !isView).map(leftOutJson),
  views_left_out: leftOut.filter(({ isView }) => isView).map(leftOutJson),
  skipped,
});

const leftOutJson = ({ name, why }: LeftOut): LeftOutJson => ({ table: name, why });
