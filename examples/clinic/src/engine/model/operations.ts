import type { Action } from './access-rules.js';
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

/** Marks what a list gives, so that no object of a project is taken for it. */
export const PAGE = Symbol('page');

/** A page as the text of a JSON array. */
export interface PageText {
  readonly [PAGE]: true;
  readonly text: string;
  readonly start: number;
  /** Exclusive; `min(_end, total)`, never below start. */
  readonly end: number;
  readonly total: number;
  /** What `_after` takes for the page behind this one; absent where no record follows. */
  readonly next?: string | undefined;
  /** Whether row rules let the reader see only some rows, be there others or not. */
  readonly narrowed: boolean;
}

/** How many records have a value. */
export interface Group {
  readonly value: unknown;
  readonly count: number;
}

/** A record that was written lately; `created_at` is absent where its reader may not read it. */
export interface RecentRecord {
  readonly id: number;
  readonly _label: string;
  readonly created_at?: string | undefined;
  readonly updated_at: string;
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
 * The operations of one model for one user as the generated endpoints answer them: in texts, ready to send, and without
 * what their caller may not write, which is dropped. Code of a project works with `Records`.
 */
export interface Operations {
  readonly model: ModelInfo;
  list(query?: Query, where?: Where): Promise<PageText>;
  count(query?: Query, where?: Where): Promise<number>;
  /** The same of the records that were created from each of these moments on, by one statement. */
  countSince(moments: readonly string[], where?: Where): Promise<readonly number[]>;
  /** How many records of the list have each value of a field: the most frequent values, those first. */
  groups(field: string, where?: Where): Promise<readonly Group[]>;
  /** The records of the list that were written last, the latest first. */
  recent(where?: Where): Promise<readonly RecentRecord[]>;
  get(id: number, options?: ReadOptions): Promise<RecordText>;
  create(values: object): Promise<RecordText>;
  replace(id: number, values: object, options?: WriteOptions): Promise<RecordText>;
  update(id: number, values: object, options?: WriteOptions): Promise<RecordText>;
  remove(id: number, options?: WriteOptions): Promise<void>;
  /** Throws 403 unless the user may do this with the model at all. */
  authorize(action: Action): void;
}
