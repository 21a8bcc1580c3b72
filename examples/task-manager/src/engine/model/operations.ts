import type { CurrentUser, Action } from './access-rules.js';
import type { ModelInfo } from './model-info.js';
import type { Where } from './where.js';

/** A parsed query string: a repeated parameter is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A record as JSON text, ready to send, with what its headers need. */
export interface RecordText {
  readonly kind: 'record';
  readonly id: number;
  readonly text: string;
}

/** A page as the text of a JSON array. */
export interface PageText {
  readonly kind: 'page';
  readonly text: string;
  readonly start: number;
  /** Exclusive; `min(_end, total)`, never below start. */
  readonly end: number;
  readonly total: number;
}

export interface ReadOptions {
  /** Relation names to add, one level. */
  readonly expand?: readonly string[];
}

export interface WriteOptions {
  /** Given the current record's text as this reader sees it, says whether `If-Match` holds; runs inside the transaction. */
  readonly ifMatch?: (current: string) => boolean;
}

/**
 * The operations of one model for one user, with all rules applied; HTTP, custom endpoints and jobs use the same ones.
 * Each throws `HttpProblem`: 403 by role or row rule, 404, 409, 412, 422.
 */
export interface Records<T> {
  readonly model: ModelInfo;
  /** `query` as in a query string; `where` narrows further (a custom endpoint's own condition on any field). */
  list(query?: Query, where?: Where): Promise<PageText>;
  count(query?: Query, where?: Where): Promise<number>;
  get(id: number, options?: ReadOptions): Promise<RecordText>;
  create(values: Partial<T> | Record<string, unknown>): Promise<RecordText>;
  replace(
    id: number,
    values: Partial<T> | Record<string, unknown>,
    options?: WriteOptions,
  ): Promise<RecordText>;
  update(
    id: number,
    values: Partial<T> | Record<string, unknown>,
    options?: WriteOptions,
  ): Promise<RecordText>;
  remove(id: number, options?: WriteOptions): Promise<void>;
  /** Throws 403 unless the user may do this with the model at all. */
  authorize(action: Action): void;
  /** @deprecated Its name is `authorize`. */
  demand(action: Action): void;
}

/** The models' operations for one user: `crud(Task).list()`. */
export type Crud = <T extends object>(entity: new () => T) => Records<T>;

export interface Engine {
  readonly models: readonly ModelInfo[];
  /** By class name. */
  model(name: string): ModelInfo;
  /** The operations as this user may use them. */
  as(user: CurrentUser): Crud;
  /** For the service's own jobs: every action, every row, every field. Never for a request. */
  readonly system: Crud;
}

/** A record's text as a plain object, for code that goes on working with it. */
export const asRecord = <T = Record<string, unknown>>(record: RecordText): T =>
  JSON.parse(record.text) as T;
