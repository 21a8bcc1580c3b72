import type { Integer } from '../integer.js';
import { sentenceOf, type DifferenceKind } from '../pull/difference.js';
import type { Drift, DriftReport } from '../project/inspect/find-drift.js';
import type { Mend } from '../project/inspect/mend-drift.js';

/** The differences between a database and the entities and migrations of the project. */
export interface DriftJson {
  /** The database, without a password. */
  readonly database: string;
  /** The number of tables that both have. */
  readonly tables: Integer;
  /** The differences. */
  readonly differences: readonly DifferenceJson[];
  /** The migrations that have not run on the database. */
  readonly pending: readonly string[];
  /** The tables that the project does not serve: they were left out when the database was pulled, or are ignored. */
  readonly unserved: readonly string[];
}

/** Something that the project and the database do not have alike. */
export interface DifferenceJson {
  /** What it is about. */
  readonly kind: DifferenceKind;
  /** The table. */
  readonly table: string;
  /** The columns; none for the table itself, and for what the database has alone. */
  readonly columns: readonly string[];
  /** What the project has; null if it has nothing of the kind. */
  readonly project: string | null;
  /** What the database has; null if it has nothing of the kind. */
  readonly database: string | null;
  /** The difference as a sentence. */
  readonly message: string;
  /** The file that says otherwise; null if no file has the table. */
  readonly file: string | null;
  /** The line in the file. */
  readonly line: Integer | null;
  /** What brings both together: `npm run migrate`, `crudgen sync`, `crudgen pull`, or undoing the change in the database. */
  readonly mend: Mend;
}

/** What was compared, for programs. */
export const driftJson = (
  { drifts, pending, unserved, compared }: DriftReport,
  database: string,
): DriftJson => ({
  ...{ database, tables: compared, pending, unserved },
  differences: drifts.map(differenceJson),
});

const differenceJson = (drift: Drift): DifferenceJson => {
  const { kind, table, columns, project, database, at, mend } = drift;
  const place = { file: at?.file ?? null, line: at?.line ?? null };
  return { kind, table, columns, project, database, message: sentenceOf(drift), ...place, mend };
};
