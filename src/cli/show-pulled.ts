import type { Integer } from '../integer.js';
import { groupedBy } from '../pull/print-spec.js';
import type { Pulled } from '../pull/pull.js';
import type { PlanJson } from './plan-json.js';
import type { Style } from './style.js';

/** What was read of a database, and the files that are made of it. */
export interface PullJson extends Partial<PlanJson> {
  /** What the database has, and what became of it. */
  readonly pulled: PulledJson;
  /** With --spec-only, the text of the spec. */
  readonly spec?: string;
  /** The folder of the project; absent with --spec-only. */
  readonly root?: string;
  /** Commands that failed; absent with --spec-only. */
  readonly failed?: readonly string[];
}

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

/** More tables than this are counted instead of named. */
const MANY = 8;

/** What was pulled, in a few lines. */
export function showPulled(
  { models, leftOut, views }: Pulled,
  source: string,
  style: Style,
): string {
  const columns = models.reduce((sum, { table }) => sum + table.columns.length, 0);
  const gaps = models.reduce((sum, model) => sum + model.gaps.length, 0);
  const named = (names: readonly string[]) =>
    names.length > MANY
      ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
      : names.join(', ');
  return [
    `${style.bold(source)}: ${count(models.length, 'table')} with ${count(columns, 'column')} became models`,
    ...groupedBy(leftOut).map(([why, names]) => `  left out: ${named(names)}: ${why}`),
    ...(views.length === 0 ? [] : [`  left out: ${count(views.length, 'view')}: ${named(views)}`]),
    ...(gaps === 0
      ? []
      : [
          `  ${count(gaps, 'other thing')} that no spec says: see \`not expressed\` in models.yaml`,
        ]),
  ].join('\n');
}

const count = (number: number, what: string): string =>
  `${number} ${number === 1 ? what : `${what}s`}`;
