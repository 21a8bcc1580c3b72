import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { Row } from '../../model/operations.js';
import type { FieldProblem } from '../../problem/problem.js';
import type { Granted, Rows, Write } from '../scope.js';
import type { Draft, WriteMode } from './draft.js';
import type { RowChange } from './stored-rows.js';

/** How a record is written to which lines belong. */
export interface ParentWrite {
  readonly mode: WriteMode;
  readonly allowed: Granted;
  /** `prepareDraft`: each line is prepared as a record of its own model is. */
  readonly prepare: (
    payload: unknown,
    mode: WriteMode,
    allowed: Granted,
    settled: ReadonlySet<string>,
  ) => Promise<Draft>;
}

/** Changes of rows that have begun. */
export interface BegunChanges {
  readonly changes: readonly RowChange[];
  /** Moves the versions of the records to which lines have belonged, and belong now. */
  readonly end: () => Promise<void>;
}

/** What lines add to the steps of a write: of a model whose records have lines, or are lines. */
export interface LineSteps {
  /** Whether a line's preparation is slow. */
  readonly isSlow: boolean;
  /** Whether records of the model have lines, so that their time of change is the version of these, too. */
  readonly takesLines: boolean;
  /** Whether records of the model are lines: a change of one is a change of the record to which it belongs. */
  readonly isLine: boolean;
  /** 1. A draft with the lines of its payload, and with what is wrong with those: at `lines.2.quantity`. */
  prepare(payload: unknown, draft: Draft, parent: ParentWrite): Promise<Draft>;
  /**
   * 2. Locks the records to which lines belong, before the lines themselves are locked: who writes a record with its lines does it
   * in that order, too. Those to which they will belong once the drafts are written are locked together with them.
   */
  lock(ids: readonly RecordId[], drafts: readonly Readonly<Values>[], rows: Rows): Promise<void>;
  /** The row that a write locks first, whose writes take turns; undefined where no row is locked. */
  firstLocked(
    id: RecordId | null,
    draft: Readonly<Values>,
    allowed: Granted,
  ): Promise<string | undefined>;
  /** 4. What is wrong with the lines of a write beside their values. */
  problems(write: Write): Promise<readonly FieldProblem[]>;
  /** 5. Before rows change: with the times of their changes, and what follows these for the records to which lines belong. */
  begin(
    changes: readonly RowChange[],
    added: readonly Readonly<Values>[],
    rows: Rows,
  ): Promise<BegunChanges>;
  /** 7. Writes the lines of a record whose own row has been written. */
  store(id: RecordId, write: Write): Promise<void>;
  /** 7. Adds the lines that were written to the record. */
  read(record: Row, write: Write): Promise<void>;
}
