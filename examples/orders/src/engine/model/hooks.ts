import type { CurrentUser } from './access-rules.js';
import type { Session } from '../database/session.js';

/** Values of a record by field name, decoded. */
export type Values = Record<string, unknown>;

export interface WriteContext {
  readonly user: CurrentUser;
  readonly session: Session;
  /** The stored row before, all fields; null on create. */
  readonly before: Readonly<Values> | null;
  /** The stored row after, all fields; null on delete. */
  readonly after: Readonly<Values> | null;
}

/** What a model does beside the generated operations; runs for every door that writes. */
export interface ModelHooks {
  /**
   * Before the transaction, with checked values: gives the columns to write (a password becomes its hash).
   * May throw an `HttpProblem`.
   */
  readonly prepare?: (values: Readonly<Values>, user: CurrentUser) => Promise<Values> | Values;
  /** In the transaction, after the statement: throws to refuse and roll back. */
  readonly check?: (context: WriteContext) => Promise<void> | void;
  /** After the commit. */
  readonly committed?: (context: Omit<WriteContext, 'session'>) => void;
}
