import type { RecordId } from '../fields/record-id.js';
import type { Action } from './access-rules.js';
import type { ModelInfo } from './model-info.js';
import type { Where } from './where.js';

/** A parsed query string: a repeated parameter is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Names what has been added to a record where its lines are among that: the version of the record covers these. */
export const ADDED = Symbol('added');

/** A record as its reader is shown it, in the values and the order of a response. */
export type Row = Record<string, unknown> & {
  readonly id: RecordId;
  [ADDED]?: readonly string[];
};

/** A record that has been created. */
export interface CreatedRecord {
  readonly record: Row;
  /** Whether it has the fields that its creator is shown from now on: who creates a record may read others of it. */
  readonly isAsShown: boolean;
}

/** Records that have been created together. */
export interface CreatedRecords {
  readonly records: readonly Row[];
  /** As of one record. */
  readonly isAsShown: boolean;
}

/** A record that has been created, or changed because it existed. */
export interface UpsertedRecord extends CreatedRecord {
  readonly created: boolean;
}

/** Marks the result of a list, so that no object of a project is mistaken for it. */
export const PAGE = Symbol('page');

/** The place of a page in its list. */
export interface PagePlace {
  readonly start: number;
  /** Exclusive; `min(_end, total)`, never below start. */
  readonly end: number;
  readonly total: number;
  /** The `_after` value for the page behind this one; absent where no record follows. */
  readonly next?: string | undefined;
  /** Whether row rules may hide rows from the reader, whether there are any or not. */
  readonly isRestricted: boolean;
}

/** A page of a list, ready to be sent. */
export interface ListPage extends PagePlace {
  readonly [PAGE]: true;
  readonly records: readonly Row[];
  /** The records as the text of a JSON array. */
  readonly text: string;
}

/** Records of a list that are equal in what they are grouped by. */
export interface AggregateGroup {
  /** The values of the group, by names as they were asked for: `status`, `created_at.month`. */
  readonly by: Readonly<Record<string, unknown>>;
  readonly count: number;
  /** The sums by field, of the fields whose sum was asked for. */
  readonly sum?: Readonly<Record<string, unknown>>;
  readonly avg?: Readonly<Record<string, unknown>>;
  readonly min?: Readonly<Record<string, unknown>>;
  readonly max?: Readonly<Record<string, unknown>>;
}

/** One page of groups; `total` is the number of all of them. */
export interface AggregatePage {
  readonly groups: readonly AggregateGroup[];
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

export interface ReadOptions {
  /** Relation names to add, one level. */
  readonly expand?: readonly string[];
  /** The fields that the record has besides `id` and `_label`; all of them unless given. */
  readonly fields?: readonly string[] | undefined;
}

export interface WriteOptions {
  /** Whether `If-Match` holds for the current record as this reader sees it; runs inside the transaction. */
  readonly ifMatch?: (current: Row) => boolean;
  /** The condition that must hold for columns that are in no record. */
  readonly ifRow?: Where;
}

export interface UpsertOptions {
  /** A key may come again, and changes what was written for it before; the caller has a transaction. 400 without. */
  readonly inTurn?: boolean;
  /** Who may not create records changes those that there are; each that would be created is refused. 403 for all without. */
  readonly changes?: boolean;
}

/** A write that will be done in a transaction which has then begun. */
export interface ComingWrite {
  readonly mode: 'create' | 'replace' | 'update';
  /** Null for a new record. */
  readonly id: RecordId | null;
  /** The very object that will be written. */
  readonly values: unknown;
  /** The unique fields by which the record is found that is changed in place of a new one. */
  readonly on?: readonly string[] | null;
}

/** One change of many: the fields that are present, of the record with this id. */
export interface RecordChange {
  readonly id: RecordId;
  /** May be anything that came with a request. */
  readonly values: unknown;
  readonly options?: WriteOptions | undefined;
}

/**
 * The operations of one model for one user behind the generated endpoints: they drop fields that the caller may not write. Code
 * of a project works with `Records`.
 */
export interface Operations {
  readonly model: ModelInfo;
  list(query?: Query): Promise<ListPage>;
  count(query?: Query): Promise<number>;
  /** Figures of the records that the list has, by groups: `{ _by: 'status', _sum: 'total' }`. */
  aggregate(query: Query): Promise<AggregatePage>;
  get(id: RecordId, options?: ReadOptions): Promise<Row>;
  /** The records among these that the user may see, by id. */
  getMany(ids: readonly RecordId[]): Promise<ReadonlyMap<RecordId, Row>>;
  /** The values may be anything that came with a request. */
  create(values: unknown): Promise<CreatedRecord>;
  replace(id: RecordId, values: unknown, options?: WriteOptions): Promise<Row>;
  update(id: RecordId, values: unknown, options?: WriteOptions): Promise<Row>;
  remove(id: RecordId, options?: WriteOptions): Promise<void>;
  /** All of them or none; refusals say at which index. */
  createMany(values: readonly unknown[]): Promise<CreatedRecords>;
  updateMany(changes: readonly RecordChange[]): Promise<readonly Row[]>;
  /** Does what the write does before a transaction, such as hashing a password; null where there is nothing slow in it. */
  readonly prepare: ((write: ComingWrite) => Promise<void>) | null;
  /** The fields that the user may write; others are dropped. */
  writable(action: 'create' | 'edit'): ReadonlySet<string>;
  /** Throws 400 unless records are found by these fields, `upsertMany`; the caller knows them `as` that. */
  assertUnique(on: readonly string[], as?: string): void;
  /** Changes those that have the same values in these unique fields, and creates the others. */
  upsertMany(
    values: readonly unknown[],
    on: readonly string[],
    options?: UpsertOptions,
  ): Promise<readonly UpsertedRecord[]>;
  /** Throws 403 unless the user may do this with the model at all. */
  authorize(action: Action): void;
}
