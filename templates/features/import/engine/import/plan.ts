import type { NumericId } from '../fields/record-id.js';
import type { Locale } from './locale.js';
import type { TableForm } from './table.js';

/** Why a guess left a column undecided, or out. */
export type Refusal = 'unknown' | 'may-not-write' | 'read-only' | 'repeated';

/** The plan for a column of the file. */
export interface PlannedColumn {
  readonly header: string;
  /** Absent while nobody has decided, null where it is left out. */
  readonly field?: string | null;
  /** The field of the other model, its `id` or its `label`, by which a reference finds the record. */
  readonly by?: string;
  readonly refused?: Refusal;
}

/** A value that all rows have, as a cell of the file would have it. */
export interface PlannedConstant {
  readonly field: string;
  readonly by?: string;
  readonly value: string;
}

/** Everything that decides what becomes of a file. */
export interface Plan {
  readonly form: TableForm;
  /** The sheets of a spreadsheet. */
  readonly sheets: readonly string[];
  readonly locale: Locale;
  /** What helps to guess. */
  readonly language: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** The fields by which records are found that are changed; null where all are new. */
  readonly on: readonly string[] | null;
  readonly columns: readonly PlannedColumn[];
  readonly constants: readonly PlannedConstant[];
  readonly samples: readonly (readonly (string | null)[])[];
}

/** All that fields get their values from. */
export const sourcesOf = ({
  columns,
  constants,
}: Pick<Plan, 'columns' | 'constants'>): readonly (PlannedColumn | PlannedConstant)[] => [
  ...columns,
  ...constants,
];

/** The fields that get a value. */
export const mappedIn = (plan: Pick<Plan, 'columns' | 'constants'>): ReadonlySet<string> =>
  new Set(sourcesOf(plan).flatMap(({ field }) => field ?? []));

export const STATES = [
  'uploading',
  'new',
  'checking',
  'checked',
  'running',
  'stopped',
  'failed',
  'done',
] as const;
export type State = (typeof STATES)[number];

/** States in which work is being done. */
export type Working = 'checking' | 'running';
export const isWorking = (state: State): state is Working =>
  state === 'checking' || state === 'running';

/** What an import has come to. */
export interface Counts {
  /** Rows of the file that have been worked through. */
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
}

/** Rows that say of their records what these are already: nothing is written of them. */
export const unchangedIn = ({ done, created, updated, failed }: Counts): number =>
  done - created - updated - failed;

export const NOTHING_DONE: Counts = { done: 0, created: 0, updated: 0, failed: 0 };

/** An import as it is stored. */
export interface StoredImport extends Counts {
  readonly id: NumericId;
  readonly userId: NumericId;
  /** The path of its list. */
  readonly model: string;
  readonly name: string;
  readonly size: number;
  readonly state: State;
  readonly plan: Plan;
  readonly total: number | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** A problem of a row, and of the column that it is in. */
export interface RowProblem {
  readonly column: number | null;
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A row that was not written, as it was in the file. */
export interface FailedRow {
  readonly row: number;
  readonly cells: readonly (string | null)[];
  readonly problems: readonly RowProblem[];
}

/** A problem in a sentence that names its field; most do so themselves. */
export const inWords = ({ field, message }: Pick<RowProblem, 'field' | 'message'>): string =>
  field === '' || message.startsWith(field) ? message : `${field}: ${message}`;
